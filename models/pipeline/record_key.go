package pipeline

import (
	"strconv"
	"strings"
	"unicode"
)

// maxKeyRunes bounds a key that is made of a title. A file may have longer ones, of up to 100 characters.
const maxKeyRunes = 60

// RecordKey makes the key by which an organization file names a record that the dashboard made: its title in lower case
// with hyphens, and a number behind it where taken reports that another record has that key.
func RecordKey(title string, taken func(key string) bool) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	long := []rune(strings.Join(words, "-"))
	base := strings.Trim(string(long[:min(len(long), maxKeyRunes)]), "-")
	if base == "" {
		base = "untitled"
	}
	key := base
	for n := 2; taken(key); n++ {
		key = base + "-" + strconv.Itoa(n)
	}
	return key
}
