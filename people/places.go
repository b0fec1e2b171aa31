package people

import (
	"strings"

	"keepsake/text"
)

// placesByZone are countries and places that name no zone themselves, or name it in another language, as people write
// them. It goes before the table of large cities (cities.go). Places of the same name elsewhere lost to the larger one.
var placesByZone = map[string]string{
	"Europe/Vienna":                  "Wien,Vienna,Вена,维也纳,Graz,Грац,格拉茨,Linz,Salzburg,Innsbruck,Österreich,Austria,Австрия,奥地利",
	"Europe/Berlin":                  "München,Munchen,Muenchen,Munich,Мюнхен,慕尼黑,Hamburg,Гамбург,汉堡,Köln,Koeln,Cologne,Кёльн,Кельн,科隆,Frankfurt,Франкфурт,法兰克福,Stuttgart,Штутгарт,Leipzig,Лейпциг,Dresden,Дрезден,Düsseldorf,Duesseldorf,Дюссельдорф,Bremen,Hannover,Nürnberg,Nuremberg,Dortmund,Essen,Freiburg,Deutschland,Germany,Германия,德国",
	"Europe/Zurich":                  "Zürich,Zuerich,Цюрих,苏黎世,Bern,Берн,Genf,Genève,Geneva,Женева,日内瓦,Basel,Базель,Lausanne,Schweiz,Switzerland,Швейцария,瑞士",
	"Asia/Shanghai":                  "Beijing,Peking,Пекин,北京,Shenzhen,Шэньчжэнь,深圳,Guangzhou,Гуанчжоу,广州,Chengdu,Чэнду,成都,Hangzhou,杭州,Wuhan,Ухань,武汉,Nanjing,南京,Xian,Xi'an,西安,Tianjin,天津,China,Китай,中国",
	"Asia/Kolkata":                   "New Delhi,Neu-Delhi,Нью-Дели,新德里,Delhi,Дели,德里,Mumbai,Bombay,Мумбаи,孟买,Bangalore,Bengaluru,Бангалор,班加罗尔,Chennai,Ченнаи,Hyderabad,Pune,Kalkutta,Calcutta,Indien,India,Индия,印度",
	"Europe/Rome":                    "Rom,Roma,Рим,罗马,Mailand,Milan,Milano,Милан,米兰,Venedig,Venice,Venezia,Венеция,Florenz,Florence,Firenze,Neapel,Naples,Napoli,Неаполь,Turin,Torino,Italien,Italy,Италия,意大利",
	"Europe/Lisbon":                  "Lissabon,Lisboa,Лиссабон,里斯本,Porto,Порту,Portugal,Португалия",
	"Europe/Madrid":                  "Barcelona,Барселона,巴塞罗那,Valencia,Валенсия,Sevilla,Seville,Севилья,Spanien,Spain,Испания,西班牙",
	"Europe/Warsaw":                  "Warschau,Warszawa,Варшава,华沙,Krakau,Kraków,Krakow,Краков,Danzig,Gdańsk,Gdansk,Breslau,Wrocław,Wroclaw,Polen,Poland,Польша,波兰",
	"Europe/Prague":                  "Prag,Praha,Прага,布拉格,Brünn,Brno,Брно",
	"Europe/Brussels":                "Brüssel,Bruxelles,Брюссель,布鲁塞尔,Antwerpen,Antwerp,Belgien,Belgium",
	"Europe/Amsterdam":               "Амстердам,阿姆斯特丹,Rotterdam,Роттердам,Den Haag,The Hague,Utrecht,Niederlande,Netherlands",
	"Europe/Copenhagen":              "Kopenhagen,København,Копенгаген,哥本哈根,Dänemark,Denmark",
	"Europe/Stockholm":               "Стокгольм,斯德哥尔摩,Göteborg,Gothenburg,Malmö,Schweden,Sweden,Швеция,瑞典",
	"Europe/Oslo":                    "Осло,奥斯陆,Bergen,Norwegen,Norway",
	"Europe/Helsinki":                "Хельсинки,赫尔辛基,Finnland,Finland,Финляндия,芬兰",
	"Europe/Athens":                  "Athen,Афины,雅典,Thessaloniki,Griechenland,Greece,Греция,希腊",
	"Europe/Budapest":                "Будапешт,布达佩斯,Ungarn,Hungary,Венгрия",
	"Europe/Bucharest":               "Bukarest,Бухарест,Rumänien,Romania",
	"Europe/Belgrade":                "Belgrad,Белград,Beograd,Novi Sad,Serbien,Serbia,Сербия",
	"Europe/Paris":                   "Lyon,Лион,里昂,Marseille,Марсель,马赛,Nizza,Nice,Ницца,Bordeaux,Toulouse,Straßburg,Strasbourg,Frankreich,France,Франция,法国",
	"Europe/London":                  "Manchester,Манчестер,曼彻斯特,Birmingham,Edinburgh,Эдинбург,爱丁堡,Glasgow,Liverpool,Bristol,Leeds,Cardiff,Oxford,Cambridge,England,Англия,英国",
	"Europe/Dublin":                  "Дублин,都柏林,Irland,Ireland",
	"Europe/Moscow":                  "Moskau,Санкт-Петербург,Петербург,Питер,Saint Petersburg,St. Petersburg,Sankt Petersburg,圣彼得堡,Казань,Kazan,Сочи,Sochi,Нижний Новгород,Ростов-на-Дону,Воронеж,Краснодар",
	"Europe/Samara":                  "Самара",
	"Asia/Yekaterinburg":             "Екатеринбург,Jekaterinburg,Ekaterinburg,Челябинск,Уфа,Пермь,Тюмень",
	"Asia/Omsk":                      "Омск",
	"Asia/Novosibirsk":               "Новосибирск,新西伯利亚",
	"Asia/Krasnoyarsk":               "Красноярск",
	"Asia/Irkutsk":                   "Иркутск",
	"Asia/Vladivostok":               "Владивосток,Wladiwostok,海参崴,符拉迪沃斯托克",
	"Europe/Kaliningrad":             "Калининград",
	"Europe/Minsk":                   "Минск,明斯克",
	"Asia/Almaty":                    "Алматы,Алма-Ата,Астана,Astana,Kasachstan,Казахстан",
	"Asia/Tbilisi":                   "Тбилиси,Tiflis,第比利斯,Батуми,Batumi,Грузия,Georgien",
	"Asia/Yerevan":                   "Ереван,Eriwan,Армения,Armenia,Armenien",
	"Asia/Tashkent":                  "Ташкент,Taschkent",
	"Asia/Baku":                      "Баку",
	"America/New_York":               "Boston,Бостон,波士顿,Washington,Вашингтон,华盛顿,Philadelphia,Miami,Майами,迈阿密,Atlanta,Brooklyn",
	"America/Chicago":                "Houston,Хьюстон,休斯敦,Dallas,Даллас,Austin,New Orleans,Minneapolis",
	"America/Los_Angeles":            "San Francisco,Сан-Франциско,旧金山,Seattle,Сиэтл,西雅图,San Diego,Las Vegas,Лас-Вегас,拉斯维加斯,Silicon Valley",
	"America/Denver":                 "Salt Lake City",
	"America/Toronto":                "Торонто,多伦多,Montreal,Montréal,Монреаль,Ottawa,Оттава",
	"America/Vancouver":              "Ванкувер,温哥华",
	"America/Mexico_City":            "Mexiko-Stadt,Ciudad de México,Мехико,墨西哥城",
	"America/Sao_Paulo":              "Rio de Janeiro,Рио-де-Жанейро,里约热内卢,Brasília",
	"America/Argentina/Buenos_Aires": "Буэнос-Айрес,布宜诺斯艾利斯",
	"Asia/Tokyo":                     "Osaka,Осака,大阪,Kyoto,Киото,京都,Japan,Япония,日本",
	"Asia/Seoul":                     "Сеул,首尔,Busan,Südkorea,South Korea",
	"Asia/Hong_Kong":                 "Hongkong,Гонконг,香港",
	"Asia/Taipei":                    "Taipeh,Тайбэй,台北,Taiwan,台湾",
	"Asia/Singapore":                 "Singapur",
	"Asia/Bangkok":                   "Бангкок,曼谷,Phuket,Пхукет,Thailand,Таиланд,泰国",
	"Asia/Ho_Chi_Minh":               "Saigon,Сайгон,Hanoi,Ханой,河内,胡志明市",
	"Asia/Jakarta":                   "Джакарта,雅加达",
	"Asia/Makassar":                  "Bali,Бали,巴厘岛",
	"Asia/Dubai":                     "Abu Dhabi,Абу-Даби,阿布扎比",
	"Asia/Jerusalem":                 "Tel Aviv,Тель-Авив,特拉维夫,Haifa,Хайфа,Israel,Израиль,以色列",
	"Asia/Tehran":                    "Teheran,Тегеран,德黑兰",
	"Asia/Kathmandu":                 "Катманду,加德满都,Nepal",
	"Asia/Karachi":                   "Karatschi,Карачи,Lahore,Islamabad",
	"Africa/Cairo":                   "Kairo,Каир,开罗",
	"Africa/Johannesburg":            "Kapstadt,Cape Town,Кейптаун,开普敦",
	"Africa/Nairobi":                 "Найроби,内罗毕",
	"Australia/Melbourne":            "Мельбурн,墨尔本",
	"Australia/Brisbane":             "Брисбен,布里斯班",
	"Pacific/Auckland":               "Окленд,奥克兰,Wellington,Веллингтон",
	"Europe/Kyiv":                    "Kiew,Kiev,Киев,Київ,基辅,Odessa,Одесса,Lwiw,Lviv,Львов,Charkiw,Kharkiv,Харьков",
}

// placeZones are the zones of those places, by their folded names.
var placeZones = func() map[string]string {
	zones := map[string]string{}
	for zone, places := range placesByZone {
		for place := range strings.SplitSeq(places, ",") {
			zones[text.Fold(place)] = zone
		}
	}
	return zones
}()
