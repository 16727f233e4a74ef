package inbox

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"

	mime "github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // Latin-1 and others beside UTF-8
	"github.com/emersion/go-message/mail"
)

// envelope is the SMTP envelope: the real recipients, which the message itself may not name.
type envelope struct {
	From string   `json:"from"`
	To   []string `json:"to"`
}

// envelopePrefix begins the first line of a stored file, a header field of the catcher with the envelope as JSON. The
// rest of the file is the message as it was received.
const envelopePrefix = "X-Envelope: "

// entry is what the box keeps in memory about a message. Everything else is read from the file on demand.
type entry struct {
	id      string
	to      []string // from the envelope, bare addresses
	from    string   // from the message, or else from the envelope; a bare address
	subject string   // decoded, one line
	date    time.Time
}

func (e entry) sentTo(address string) bool {
	for _, to := range e.to {
		if strings.EqualFold(to, address) {
			return true
		}
	}
	return false
}

// letter is a parsed message.
type letter struct {
	header      mail.Header
	text        string // the first text/plain part, with \n as line end
	html        string // the first text/html part, with \n as line end
	ics         string // the first text/calendar part, or else an attached calendar, unchanged
	attachments []string
	pictures    map[string]string // those that HTML shows, as data: URLs by their Content-ID
}

// Limits for parsing a message.
const (
	maxDepth   = 8   // multiparts within multiparts
	maxParts   = 200 // of the whole message
	maxSubject = 500 // runes of a subject
)

func writeMessage(w io.Writer, env envelope, r io.Reader) error {
	line, err := json.Marshal(env)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s%s\r\n", envelopePrefix, line); err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return err
}

// openMessage opens a stored file and returns its envelope and a reader at the first byte of the message.
func openMessage(file string) (envelope, *bufio.Reader, io.Closer, error) {
	f, err := os.Open(file)
	if err != nil {
		return envelope{}, nil, nil, err
	}
	r := bufio.NewReader(f)
	line, err := r.ReadString('\n')
	var env envelope
	if rest, ok := strings.CutPrefix(line, envelopePrefix); err == nil && ok {
		err = json.Unmarshal([]byte(rest), &env)
	} else {
		err = errors.Join(err, errors.New("no envelope"))
	}
	if err != nil {
		f.Close()
		return envelope{}, nil, nil, fmt.Errorf("message %s: %w", file, err)
	}
	return env, r, f, nil
}

// readEntry reads the header of a stored file. The date is that of the message, or else received.
func readEntry(file string, received time.Time) (entry, error) {
	env, r, f, err := openMessage(file)
	if err != nil {
		return entry{}, err
	}
	defer f.Close()
	e := entry{to: env.To, from: env.From, date: received}
	m, _ := mime.Read(r) // nil, or readable in spite of an error
	if m == nil {
		return e, nil // it is not a message, but was accepted, so it is shown as it is
	}
	h := mail.Header{Header: m.Header}
	if a, err := h.AddressList("From"); err == nil && len(a) > 0 {
		e.from = a[0].Address
	}
	e.subject = decoded(h, "Subject")
	if runes := []rune(e.subject); len(runes) > maxSubject {
		e.subject = string(runes[:maxSubject]) + "…"
	}
	if d, err := h.Date(); err == nil && !d.IsZero() {
		e.date = d.UTC()
	}
	return e, nil
}

// readLetter parses a stored message as far as possible. Broken parts are shown as they were received.
func readLetter(file string) (letter, error) {
	_, r, f, err := openMessage(file)
	if err != nil {
		return letter{}, err
	}
	defer f.Close()
	raw, err := io.ReadAll(r)
	if err != nil {
		return letter{}, err
	}
	m, _ := mime.Read(bytes.NewReader(raw)) // nil, or readable in spite of an error
	if m == nil {
		return letter{text: lines(strings.ToValidUTF8(string(raw), "\uFFFD"))}, nil
	}
	l := letter{header: mail.Header{Header: m.Header}}
	p := &parser{letter: &l}
	p.part(m, 0)
	if l.ics == "" {
		l.ics = p.attachedICS
	}
	return l, nil
}

// parser walks the parts of one message.
type parser struct {
	letter      *letter
	attachedICS string
	parts       int
}

// part reads a part, whose body is decoded as far as its encodings are known. It goes through the parts by itself:
// [mime.Entity.Walk] ends at the first broken multipart and so would miss what can be read after it.
func (p *parser) part(m *mime.Entity, depth int) {
	if p.parts++; p.parts > maxParts || depth > maxDepth {
		return
	}
	kind, params, err := m.Header.ContentType()
	if err != nil {
		kind, params = "text/plain", nil
	}
	if parts := m.MultipartReader(); parts != nil && params["boundary"] != "" {
		for {
			part, _ := parts.NextPart() // nil, or readable in spite of an error
			if part == nil {
				return // the end, or a broken part
			}
			p.part(part, depth+1)
		}
	}
	l := p.letter
	disposition, _, _ := m.Header.ContentDisposition() // all of the field if its parameters are malformed
	if id := strings.Trim(m.Header.Get("Content-Id"), "<> "); id != "" && strings.HasPrefix(kind, "image/") {
		if l.pictures == nil {
			l.pictures = map[string]string{}
		}
		b, _ := io.ReadAll(m.Body)
		l.pictures[id] = "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b)
		return
	}
	attached := strings.HasPrefix(strings.ToLower(disposition), "attachment")
	calendar := kind == "text/calendar" || kind == "application/ics"
	if attached || !(calendar || kind == "text/plain" || kind == "text/html") {
		name, _ := (&mail.AttachmentHeader{Header: m.Header}).Filename()
		l.attachments = append(l.attachments, oneLine(name+" ("+kind+")"))
	}
	if attached && !calendar {
		return
	}
	switch {
	case kind == "text/calendar" && !attached && l.ics == "":
		l.ics = content(m)
	case calendar && p.attachedICS == "":
		p.attachedICS = content(m)
	case kind == "text/plain" && l.text == "":
		l.text = lines(content(m))
	case kind == "text/html" && l.html == "":
		l.html = lines(content(m))
	}
}

// content returns the body of a part in UTF-8, up to where it is broken. Invalid bytes become U+FFFD.
func content(m *mime.Entity) string {
	b, _ := io.ReadAll(m.Body)
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// shown returns the HTML with the pictures of the letter in it, as a mail program shows them.
func (l letter) shown() string {
	for id, picture := range l.pictures {
		l.html = strings.ReplaceAll(l.html, `"cid:`+url.PathEscape(id)+`"`, `"`+picture+`"`)
	}
	return l.html
}

func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// decoded returns a header field as one line, its encoded words (RFC 2047) as text if all of them can be decoded.
func decoded(h mail.Header, name string) string {
	text, _ := h.Text(name)
	return oneLine(text)
}

// oneLine returns the printable characters of a text, and blanks for its white space.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1 // control characters, and those that change the writing direction
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.TrimSpace(text)
}
