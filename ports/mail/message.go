package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/textproto"
	"slices"
	"strings"
	"time"
	"unicode"
)

const (
	maxName    = 100 // runes of a display name, so that the header stays short
	maxSubject = 250 // runes
	maxID      = 250 // octets of a Message-ID, well below the 998 of a line (RFC 5322 2.1.1)
	lineWidth  = 76  // octets after which header lines are folded and base64 lines end
)

// Message is one letter to one recipient. The same Message always gives the same bytes.
type Message struct {
	From, To  string // RFC 5322 mailboxes: Ann <ann@example.com>, or a bare address
	ReplyTo   string // the same, "" for From
	Return    string // address that the envelope names as the sender, to which it comes back, "" for From's
	Subject   string
	Text      string // says the same as HTML
	HTML      string
	MessageID string   // without angle brackets
	Thread    []string // Message-IDs of earlier letters about the same, oldest first: mail programs show them together
	Date      time.Time
	Leave     string // address of the page on which the recipient chooses to get no more of these, "" for none
	Method    string // of the calendar part: REQUEST, CANCEL, or "" if there is none
	ICS       []byte // becomes the calendar part and the attachment invite.ics; nil for neither
	Face      []byte // JPEG that HTML shows as cid:FaceID; nil for none
	FaceID    string // its Content-ID without angle brackets

	Tenant string // fairness key: tenants take turns while messages wait for a connection
	Urgent bool   // is sent before messages that are not urgent
}

// letter is a Message ready to be sent.
type letter struct {
	from, to string // envelope addresses
	utf8     bool   // an address is not ASCII: SMTPUTF8 is needed (RFC 6531)
	data     []byte
}

// compose writes the message: multipart/alternative (text, html), or with ICS multipart/mixed (alternative (text, html,
// text/calendar), application/ics), which all common calendar programs understand (RFC 6047 2.4). With Face the html is
// multipart/related (html, image/jpeg), so that each alternative is whole (RFC 2387). Values that could break out of a
// header are made harmless or refused with [CodeInvalid].
func compose(m Message) (*letter, error) {
	from, err := netmail.ParseAddress(m.From)
	if err != nil || strings.ContainsFunc(from.Address, notInEnvelope) {
		return nil, invalid("the sender is not a mailbox such as Ann <ann@example.com>")
	}
	to, err := netmail.ParseAddress(m.To)
	if err != nil || strings.ContainsFunc(to.Address, notInEnvelope) {
		return nil, invalid("the recipient is not a mailbox such as Ann <ann@example.com>")
	}
	sender := from.Address
	if m.Return != "" {
		if back, err := netmail.ParseAddress(m.Return); err != nil || back.Address != m.Return || !isASCII(m.Return) ||
			strings.ContainsFunc(m.Return, notInEnvelope) {
			return nil, invalid("the address that it comes back to is not an address such as returns@example.com")
		}
		sender = m.Return
	}
	if strings.ContainsFunc(m.Leave, notInID) {
		return nil, invalid("the page for those who want no more of these is no address")
	}
	var reply *netmail.Address
	if m.ReplyTo != "" {
		if reply, err = netmail.ParseAddress(m.ReplyTo); err != nil {
			return nil, invalid("the address for answers is not a mailbox such as Ann <ann@example.com>")
		}
	}
	id := strings.TrimSuffix(strings.TrimPrefix(m.MessageID, "<"), ">")
	switch {
	case badID(id):
		return nil, invalid("the Message-ID is not a printable ASCII id of at most %d characters", maxID)
	case slices.ContainsFunc(m.Thread, badID):
		return nil, invalid("the thread has an id that is no Message-ID")
	case m.Face != nil && badID(m.FaceID):
		return nil, invalid("the picture has no Content-ID")
	case m.Date.IsZero():
		return nil, invalid("the message has no date")
	case m.Method != "" && m.Method != "REQUEST" && m.Method != "CANCEL":
		return nil, invalid("the calendar method is neither REQUEST nor CANCEL")
	}

	var b bytes.Buffer
	header(&b, "Date", m.Date.UTC().Format(time.RFC1123Z))
	header(&b, "From", mailbox(from))
	header(&b, "To", mailbox(to))
	if reply != nil {
		header(&b, "Reply-To", mailbox(reply))
	}
	header(&b, "Subject", mime.QEncoding.Encode("utf-8", cut(plain(m.Subject), maxSubject)))
	header(&b, "Message-ID", "<"+id+">")
	if n := len(m.Thread); n > 0 { // RFC 5322 3.6.4
		header(&b, "In-Reply-To", "<"+m.Thread[n-1]+">")
		header(&b, "References", "<"+strings.Join(m.Thread, "> <")+">")
	}
	if m.Leave != "" { // RFC 2369 3.2
		header(&b, "List-Unsubscribe", "<"+m.Leave+">")
	}
	header(&b, "Auto-Submitted", "auto-generated") // RFC 3834: suppresses vacation replies
	header(&b, "MIME-Version", "1.0")
	if err := body(&b, m, id); err != nil {
		return nil, invalid("the message cannot be written: %v", err)
	}
	return &letter{
		from: sender, to: to.Address,
		utf8: !isASCII(sender) || !isASCII(from.Address) || !isASCII(to.Address),
		data: b.Bytes(),
	}, nil
}

func body(b *bytes.Buffer, m Message, id string) error {
	calendar := "text/calendar; charset=utf-8"
	if m.Method != "" {
		calendar += "; method=" + m.Method
	}
	var alternatives []part
	html := part{kind: "text/html; charset=utf-8", text: m.HTML}
	if m.Face != nil {
		related, err := multipartOf("related", id, html, part{kind: "image/jpeg", content: m.Face,
			fields: map[string]string{"Content-ID": "<" + m.FaceID + ">", "Content-Disposition": "inline"}})
		if err != nil {
			return err
		}
		related.kind += `; type="text/html"`
		html = related
	}
	alternatives = append(alternatives, part{kind: "text/plain; charset=utf-8", text: m.Text}, html)
	if m.ICS != nil {
		alternatives = append(alternatives, part{kind: calendar, text: string(m.ICS)})
	}
	all, err := multipartOf("alternative", id, alternatives...)
	if err == nil && m.ICS != nil {
		all, err = multipartOf("mixed", id, all, part{kind: `application/ics; name="invite.ics"`, content: m.ICS,
			fields: map[string]string{"Content-Disposition": `attachment; filename="invite.ics"`}})
	}
	if err != nil {
		return err
	}
	header(b, "Content-Type", all.kind)
	b.WriteString("\r\n")
	b.Write(all.parts)
	return nil
}

// part is a part of a message: a text, other content, or parts that are written already.
type part struct {
	kind           string
	text           string
	content, parts []byte
	fields         map[string]string // further header fields
}

// multipartOf returns parts as one of the sort. Texts are quoted-printable, so that the message is 7-bit and lines may
// have any length.
func multipartOf(sort, id string, all ...part) (part, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	sum := sha256.Sum256([]byte(id))
	// "=_" can be in no line of quoted-printable or base64 (RFC 2045 6.7), so no text can contain the boundary, even if
	// somebody guesses the id.
	if err := w.SetBoundary(fmt.Sprintf("=_%s_%x", sort, sum[:12])); err != nil {
		return part{}, err
	}
	for _, p := range all {
		if err := p.write(w); err != nil {
			return part{}, err
		}
	}
	err := w.Close()
	return part{kind: fmt.Sprintf("multipart/%s; boundary=%q", sort, w.Boundary()), parts: b.Bytes()}, err
}

func (p part) write(w *multipart.Writer) error {
	h := textproto.MIMEHeader{"Content-Type": {p.kind}}
	for name, value := range p.fields {
		h[name] = []string{value} // Content-ID in its usual spelling, which programs look for
	}
	switch {
	case p.parts != nil:
	case p.content != nil:
		h.Set("Content-Transfer-Encoding", "base64")
	default:
		h.Set("Content-Transfer-Encoding", "quoted-printable")
	}
	to, err := w.CreatePart(h)
	switch {
	case err != nil:
	case p.parts != nil:
		_, err = to.Write(p.parts)
	case p.content != nil:
		encoded := base64.StdEncoding.EncodeToString(p.content)
		for len(encoded) > 0 && err == nil {
			n := min(len(encoded), lineWidth)
			_, err = io.WriteString(to, encoded[:n]+"\r\n")
			encoded = encoded[n:]
		}
	default:
		q := quotedprintable.NewWriter(to)
		if _, err = io.WriteString(q, p.text); err == nil {
			err = q.Close()
		}
	}
	return err
}

// header writes one header, folded before a space where a line would exceed 76 octets (RFC 5322 2.2.3).
func header(b *bytes.Buffer, name, value string) {
	b.WriteString(name)
	b.WriteByte(':')
	column := len(name) + 1
	for i, word := range strings.Split(value, " ") {
		if i > 0 && word != "" && column+1+len(word) > lineWidth {
			b.WriteString("\r\n")
			column = 0
		}
		b.WriteByte(' ')
		b.WriteString(word)
		column += 1 + len(word)
	}
	b.WriteString("\r\n")
}

// mailbox renders an address for a header, with its name made harmless and cut. It encodes names beyond ASCII in
// base64, because net/mail encodes them in quoted-printable and leaves a backslash unescaped, which no parser accepts,
// not even its own.
func mailbox(a *netmail.Address) string {
	bare := (&netmail.Address{Address: a.Address}).String()
	name := cut(plain(a.Name), maxName)
	switch {
	case name == "":
		return bare
	case isASCII(name):
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `" ` + bare
	}
	return mime.BEncoding.Encode("utf-8", name) + " " + bare
}

// plain replaces characters that do not belong in a header by spaces, and breaks up a text that merely looks like an
// encoded word (RFC 2047), so that no name is decoded into something else.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "=?", "= ?")), " ")
}

func badID(id string) bool { return id == "" || len(id) > maxID || strings.ContainsFunc(id, notInID) }

func notInID(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '>' }

// notInEnvelope matches characters that only a quoted local part can contain. No real address has one, and in MAIL
// FROM:<…> they would end the address early.
func notInEnvelope(r rune) bool {
	return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`<>()[]\,;:"`, r)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
