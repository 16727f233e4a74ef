package inbox

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forget deletes the messages that were sent to the address, and those that name it, or the person's name unless that
// is "", as whole words: letters about them to others. It may be called again after it failed.
func (c *Catcher) Forget(email, name string) error {
	c.mu.RLock()
	box := slices.Clone(c.box)
	c.mu.RUnlock()
	gone := map[string]bool{}
	for _, e := range box {
		about, err := c.about(e, email, name)
		if err != nil {
			return err
		}
		if !about {
			continue
		}
		if err := os.Remove(c.file(e.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		gone[e.id] = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.box = slices.DeleteFunc(c.box, func(e entry) bool { return gone[e.id] })
	clear(c.byID)
	for n, e := range c.box {
		c.byID[e.id] = n
	}
	return nil
}

// about reports whether a message was sent to the address, or names it or the person.
func (c *Catcher) about(e entry, email, name string) (bool, error) {
	if e.sentTo(email) {
		return true, nil
	}
	l, err := readLetter(c.file(e.id))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // a process that was killed had begun
	}
	if err != nil {
		return false, err
	}
	text := strings.ToLower(strings.Join([]string{e.subject, l.text, l.html, calendarText.Replace(l.ics)}, "\n"))
	return mentions(text, strings.ToLower(email)) || mentions(text, strings.ToLower(name)), nil
}

// calendarText joins the folded lines of a calendar and ends its lines of text (RFC 5545).
var calendarText = strings.NewReplacer("\r\n ", "", "\n ", "", `\n`, "\n", `\N`, "\n")

// mentions reports whether the text has the words as they are, and not within a longer word or address.
func mentions(text, words string) bool {
	for from := 0; words != ""; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		at += from
		last, _ := utf8.DecodeLastRuneInString(text[:at])
		if !inWord(last) && !strings.ContainsRune(".%+-@", last) && !goesOn(text[at+len(words):]) {
			return true
		}
		from = at + 1
	}
	return false
}

// goesOn reports whether the text goes on with the same word or address. A dot may end a sentence.
func goesOn(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	if first == '.' {
		next, _ := utf8.DecodeRuneInString(text[size:])
		return inWord(next)
	}
	return inWord(first) || first == '-' || first == '@'
}

func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
