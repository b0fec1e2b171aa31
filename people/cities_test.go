package people_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/people"
	"keepsake/text"
)

// cityNames are cities as people of four languages write them, "_" for a space.
const cityNames = `
Europe/Berlin        Bielefeld Билефельд 比勒费尔德 Mönchengladbach Saarbrücken Магдебург Erfurt Ахен 亚琛 Karlsruhe
Europe/Vienna        Klagenfurt Клагенфурт
Europe/Zurich        Winterthur Винтертур
Europe/Moscow        Ярославль Jaroslawl Yaroslavl Тула Tula 图拉 Рязань Белгород
Europe/Samara        Тольятти Togliatti 陶里亚蒂
Europe/Kyiv          Винница Львов Lwiw Lviv 利沃夫 Днепр
Europe/Minsk         Гродно Гомель Grodno
Asia/Almaty          Шымкент Schymkent Shymkent
Asia/Tashkent        Наманган Namangan
Asia/Shanghai        烟台 Yantai 泉州 合肥 Hefei Хэфэй 石家庄 长春 哈尔滨
Asia/Tokyo           横滨 Yokohama Иокогама Fukuoka Фукуока 福冈
Asia/Kolkata         Nagpur Нагпур 那格浦尔 Indore Lucknow Лакхнау
America/New_York     Pittsburgh Питтсбург 匹兹堡 Cincinnati Charlotte
America/Chicago      Milwaukee Милуоки 密尔沃基 Omaha Kansas_City Канзас-Сити
America/Los_Angeles  Sacramento Сакраменто Portland Fresno
America/Sao_Paulo    Campinas Кампинас Curitiba Куритиба
America/Mexico_City  Puebla Пуэбла 普埃布拉
Africa/Lagos         Kano Кано Ibadan Ибадан
Africa/Johannesburg  Durban Дурбан 德班 Pretoria Претория
Australia/Melbourne  Geelong Джелонг
Europe/Paris         Grenoble Гренобль Rennes Dijon
Europe/London        Nottingham Ноттингем 诺丁汉 Sheffield Шеффилд 谢菲尔德
Europe/Madrid        Zaragoza Saragossa Сарагоса 萨拉戈萨 Malaga Málaga Малага
Europe/Rome          Bologna Болонья 博洛尼亚 Genua Генуя Genova
Europe/Istanbul      Bursa Бурса Antalya Анталья 安塔利亚
`

// TestCitiesInFourLanguages (U5, issue 14.2): the large cities of the world are known by their names in our languages, from a table that
// others keep.
func TestCitiesInFourLanguages(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(cityNames)) {
		zone, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, name := range strings.Fields(rest) {
			name = strings.ReplaceAll(name, "_", " ")
			got, err := people.FindZone(name)
			if want, err2 := time.LoadLocation(zone); err != nil || err2 != nil || got != want.String() {
				t.Errorf("%s is %q, %v, want %s", name, got, err, zone)
			}
		}
	}
}

// TestTheTableOfCities: each name is as text.Fold has it and stands once, and each zone is one.
func TestTheTableOfCities(t *testing.T) {
	seen, zones := map[string]bool{}, 0
	for line := range strings.Lines(people.CitiesTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), "|"), "|")
		if _, err := people.LoadZone(parts[0]); err != nil {
			t.Errorf("%s: %v", parts[0], err)
		}
		zones++
		for _, name := range parts[1:] {
			if seen[name] || text.Fold(name) != name {
				t.Errorf("%q stands twice, or is %q", name, text.Fold(name))
			}
			seen[name] = true
		}
	}
	if len(seen) < 20_000 || zones < 200 {
		t.Errorf("%d names in %d zones", len(seen), zones)
	}
}
