package letters

import (
	"cmp"
	"errors"
	"mime"
	netmail "net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"litmus/models"
)

const (
	maxName  = 100 // runes of a person's name, so that headers and greetings stay readable
	maxTitle = 200 // runes of a title in the body of a letter
	maxInRow = 60  // runes of a name or title in a subject, so that the time at the subject's end is not cut off
	maxLink  = models.MaxLinkBytes
)

// clean makes a text from outside harmless in every place where it is used: it returns one line of valid UTF-8 without
// control characters or characters that change the writing direction, cut to n runes.
func clean(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f',
			r == '\ufeff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return cut(strings.Join(strings.Fields(s), " "), n)
}

// paragraphs returns a text from outside as the lines of its paragraphs, each of them [clean]. Links in it stay as they
// were written: it is by whoever invites, and not by a stranger, as names are.
func paragraphs(s string) (list [][]string) {
	for p := range strings.SplitSeq(cut(s, models.MaxNoteRunes), "\n\n") {
		var lines []string
		for line := range strings.SplitSeq(p, "\n") {
			if line = clean(line, models.MaxNoteRunes); line != "" {
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 {
			list = append(list, lines)
		}
	}
	return list
}

// cut shortens s to n runes.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n-1])) + "…"
	}
	return s
}

// unlinked returns a name in which a mail program finds nothing to make a link of: a space of no width parts what looks
// like a URL or the name of a host, since people trust links in a letter for its sender. It is for the body of a letter
// and the description of an event; headers, and what else an event has, have names as they are, and no program makes a
// link of those.
func unlinked(name string) string {
	if !likeLink(name) {
		return name
	}
	r := []rune(name)
	var b strings.Builder
	for n, c := range r {
		if b.WriteRune(c); n+1 < len(r) && (c == ':' || strings.ContainsRune(hostDots, c)) {
			b.WriteRune('\u200b')
		}
	}
	return b.String()
}

// hostDots separate the labels of a host (RFC 3490 3.1).
const hostDots = ".\u3002\uff0e\uff61"

// likeLink reports whether mail programs may see a link in the name: a scheme, www, or a host whose last label is a
// top-level domain. So acme.com is one, and J.R. Hartley and ann.lee are none.
func likeLink(name string) bool {
	name = strings.ToLower(name)
	if strings.Contains(name, "://") || strings.Contains(name, "www.") {
		return true
	}
	for host := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '-' && !strings.ContainsRune(hostDots, r)
	}) {
		labels := strings.FieldsFunc(host, func(r rune) bool { return strings.ContainsRune(hostDots, r) })
		for n, label := range labels {
			if ascii, err := idna.ToASCII(label); n > 0 && err == nil {
				if _, known := publicsuffix.PublicSuffix("host." + ascii); known {
					return true
				}
			}
		}
	}
	return false
}

// asItIs returns the name unchanged.
func asItIs(name string) string { return name }

// link returns s if it is an http or https URL, and "" otherwise.
func link(s string) string {
	u, err := url.Parse(s)
	unsafe := func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("\"<>\\^`{|}", r)
	}
	if err != nil || len(s) > maxLink || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		!utf8.ValidString(s) || strings.ContainsFunc(s, unsafe) {
		return ""
	}
	return s
}

// nameless reports whether the person's name is unknown. A candidate is greeted without a name then, and others by the
// name of [Party.cleaned].
func (p Party) nameless() bool { return clean(p.Name, maxName) == "" }

// cleaned returns p with a harmless name. The name defaults to the part of the address before the @.
func (p Party) cleaned() Party {
	p.Name = clean(p.Name, maxName)
	p.Name = clean(models.NameOf(p.Name, p.Email), maxName)
	return p
}

// first is what a letter calls somebody by who is cleaned, see [firstName].
func (p Party) first() string { return firstName(p.Name) }

// sender checks what every letter needs, and parses the organization's mailbox. The error does not contain an address.
func sender(mailbox string, to Party, messageID string) (*netmail.Address, error) {
	from, err := netmail.ParseAddress(mailbox)
	switch {
	case err != nil || badAddress(from.Address):
		return nil, errors.New("From is not a mailbox such as Acme Hiring <hiring@acme.example>")
	case badAddress(to.Email):
		return nil, errors.New("To has no email address")
	case messageID == "":
		return nil, errors.New("MessageID is required")
	}
	return from, nil
}

// organization returns the display name of an organization: its name, else the name in From, else the host of From.
func organization(name string, from *netmail.Address) string {
	_, host, _ := strings.Cut(from.Address, "@")
	return cmp.Or(clean(name, maxTitle), clean(from.Name, maxTitle), host)
}

// badAddress reports whether email is unsafe between angle brackets, after mailto: or in a header.
func badAddress(email string) bool {
	a, err := netmail.ParseAddress(email)
	return err != nil || a.Address != email || strings.ContainsFunc(email, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`<>()[]\,;:"`, r)
	})
}

// mailbox renders a cleaned name and an address for a header. It encodes names beyond ASCII in base64, because net/mail
// encodes them in quoted-printable and leaves a backslash unescaped, which no parser accepts, not even its own.
func mailbox(name, address string) string {
	// A text that merely looks like an encoded word must not be decoded (RFC 2047).
	name = strings.ReplaceAll(name, "=?", "= ?")
	bare := "<" + address + ">"
	if name == "" {
		return bare
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return mime.BEncoding.Encode("utf-8", name) + " " + bare
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `" ` + bare
}
