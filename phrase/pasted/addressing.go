package pasted

import "regexp"

// addressing finds what speaks to the bot past the person, or of its memory.
var addressing = regexp.MustCompile(`(?i)\b(?:assistant|ai|a\.i\.|bot|chatbot|system prompt|memory|memories|remember|store|save|record|add_to_memory|update_memory|ignore|instruction|keepsake|llm|assistent|assistentin|ki|merke?n?|speicher\w*|notier\w*|gedächtnis|asistente|ia|recuerda|guarda|memoria|anota|retiens|mémoire|enregistre|lembre|memória|guarde|ricorda|salva|onthoud|geheugen|zapamiętaj|hatırla|hafıza|kaydet)\b|ассистент|помощник|бот|память|памяти|запомни|сохрани|запиши|记住|記住|记忆|助手|保存|存储|人工智能|覚えて|記憶|アシスタント|기억|저장|비서|تذكر|احفظ|المساعد|ذاكرة|תזכור|זיכרון|עוזר|याद|सहायक`)

// AddressesBot reports whether words of others speak to the bot past the person who shows them, or of its memory.
func AddressesBot(s string) bool { return addressing.MatchString(s) }
