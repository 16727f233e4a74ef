package inbox

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"strings"
	"time"
	"unicode"
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
	m, err := mail.ReadMessage(r)
	if err != nil {
		return e, nil // it is not a message, but was accepted, so it is shown as it is
	}
	if a, err := addressParser.ParseList(m.Header.Get("From")); err == nil && len(a) > 0 {
		e.from = a[0].Address
	}
	e.subject = decodeWords(m.Header.Get("Subject"))
	if runes := []rune(e.subject); len(runes) > maxSubject {
		e.subject = string(runes[:maxSubject]) + "…"
	}
	if d, err := m.Header.Date(); err == nil {
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
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return letter{text: lines(raw)}, nil
	}
	l := letter{header: m.Header}
	p := &parser{letter: &l}
	p.part(m.Header, m.Body, 0)
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

// header is the header of a message or of a part.
type header interface{ Get(string) string }

func (p *parser) part(h header, body io.Reader, depth int) {
	if p.parts++; p.parts > maxParts || depth > maxDepth {
		return
	}
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind, params = "text/plain", nil
	}
	if boundary := params["boundary"]; strings.HasPrefix(kind, "multipart/") && boundary != "" {
		parts := multipart.NewReader(body, boundary)
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				return // the end, or a broken part
			}
			p.part(part.Header, part, depth+1)
		}
	}
	l := p.letter
	disposition, names, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	attached := disposition == "attachment"
	calendar := kind == "text/calendar" || kind == "application/ics"
	if attached || !(calendar || kind == "text/plain" || kind == "text/html") {
		name := names["filename"]
		if name == "" {
			name = params["name"]
		}
		l.attachments = append(l.attachments, strings.TrimSpace(decodeWords(name)+" ("+kind+")"))
	}
	if attached && !calendar {
		return
	}
	switch {
	case kind == "text/calendar" && !attached && l.ics == "":
		l.ics = string(decodeCharset(decodeTransfer(h, body), params["charset"]))
	case calendar && p.attachedICS == "":
		p.attachedICS = string(decodeCharset(decodeTransfer(h, body), params["charset"]))
	case kind == "text/plain" && l.text == "":
		l.text = lines(decodeCharset(decodeTransfer(h, body), params["charset"]))
	case kind == "text/html" && l.html == "":
		l.html = lines(decodeCharset(decodeTransfer(h, body), params["charset"]))
	}
}

// decodeTransfer decodes the transfer encoding. On an error it returns what came before.
func decodeTransfer(h header, body io.Reader) []byte {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	b, _ := io.ReadAll(body)
	return b
}

// decodeCharset returns UTF-8. It converts only Latin-1; invalid bytes become U+FFFD.
func decodeCharset(b []byte, charset string) []byte {
	switch strings.ToLower(charset) {
	case "iso-8859-1", "latin1":
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		return []byte(string(runes))
	default:
		return bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}
}

func lines(b []byte) string {
	return strings.ReplaceAll(string(bytes.ToValidUTF8(b, []byte("\uFFFD"))), "\r\n", "\n")
}

var (
	words         = &mime.WordDecoder{}
	addressParser = &mail.AddressParser{WordDecoder: words}
)

// decodeWords decodes a header field (RFC 2047) into one line of printable text.
func decodeWords(field string) string {
	if decoded, err := words.DecodeHeader(field); err == nil {
		field = decoded
	}
	field = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1 // control characters, and those that change the writing direction
		}
		return r
	}, strings.ToValidUTF8(field, "\uFFFD"))
	return strings.TrimSpace(field)
}
