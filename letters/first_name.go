package letters

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// firstName returns how a letter greets somebody of that name in a language that greets by first names: "Robin" of
// "Robin Sand", "Robin Q. Sand" or "Robin van der Sand". A wrong half of a name offends, and a whole one does not, so
// the name stays whole unless it is a given name and a family name in that order without doubt. It stays whole if
//
//   - it has one word, or three and more, as "Ana María Ruiz" may be called Ana María, and Vietnamese names begin with
//     the family's; words such as "van der" and initials in the middle do not count;
//   - its first word is an initial, a title such as "Dr.", a part of a longer word such as "Abdul", or begins with a
//     small letter, as "van" does;
//   - its first word is in capitals, which people write family names in, or is a frequent family name of a language in
//     which that comes first, or the name has a comma, as in "Sand, Robin";
//   - its script is not Latin: in Chinese, Japanese, Korean and often in Cyrillic the family's name comes first.
func firstName(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 || strings.ContainsFunc(name, notOfName) || !callable(words[0]) {
		return name
	}
	last := len(words) - 1
	for _, w := range words[1:last] {
		if !beginsSmall(w) && !isInitial(w) {
			return name
		}
	}
	if family := words[last]; isInitial(family) || beginsSmall(family) && !strings.ContainsAny(family, "'’") {
		return name
	}
	return words[0]
}

func beginsSmall(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r)
}

func isInitial(word string) bool { return utf8.RuneCountInString(strings.TrimSuffix(word, ".")) == 1 }

// notOfName reports whether a name with the character may be in another order, or be none. Letters with the marks of
// Vietnamese are told from other Latin ones by their block.
func notOfName(r rune) bool {
	if r >= '\u1ea0' && r <= '\u1ef9' || r == 'ơ' || r == 'ư' || r == 'Ơ' || r == 'Ư' {
		return true
	}
	return !unicode.Is(unicode.Latin, r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(" -.'’", r)
}

// callable reports whether the first word of a name is one that its bearer is called by.
func callable(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	lower := strings.ToLower(word)
	return unicode.IsUpper(first) && utf8.RuneCountInString(word) > 1 && strings.ToUpper(word) != word &&
		!strings.ContainsAny(word[size:], ".") && !slices.Contains(noFirstNames, lower)
}

// noFirstNames are titles, words that begin a longer given name, particles, and frequent family names of languages in
// which they come first: Chinese, Korean, Vietnamese and Hungarian.
var noFirstNames = strings.Fields(`dr prof professor mr mrs ms miss mx sir dame lady lord rev reverend hon herr frau
	fräulein dipl mag ing monsieur madame señor señora sra don doña dom sheikh shaikh sayyid syed hajji md mohd
	abd abdel abdul abdal abu abou umm um ibn bin bint ben al el de da di du del della van von der den ter la le les
	san santa st sankt mc mac
	bai cai cao chang chen cheng chu cui deng ding dong fan fang feng gao gong guo han he hou hsu hu huang jia jiang
	jin kong lai li liang liao lin liu lu luo ma mao meng pan peng qian qin ren shao shen shi song su sun tan tang tian
	wan wang wei wen wong wu xia xiao xie xiong xu xue yan yang yao ye yin yu yuan zeng zhang zhao zheng zhong zhou zhu
	zou chan cheung chow kwok lam lau leung ng tsai tseng yip
	bae cho choi chung gim gwon hong hwang jang jeon jeong jo joo jung kang kim ko kwon lee lim min moon nam noh oh
	paek park rhee ryu seo shim shin son yi yoo yoon yun
	bui dang dinh do doan duong ha ho hoang huynh lac luong ly mai ngo nguyen pham phan quach thai to tran trinh
	truong vo vu
	balogh farkas horváth juhász kiss kovács lakatos molnár nagy németh papp szabó szűcs takács tóth varga`)
