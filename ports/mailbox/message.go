package mailbox

import (
	"bufio"
	"errors"
	"io"
	"mime"
	netmail "net/mail"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"
)

// Message is what is read of a message.
type Message struct {
	To     []string // addresses that it came to, in lower case: of its To, and of what servers add for the envelope's
	Failed string   // of a report that delivery failed for good, the status, such as 5.1.1; "" for all other messages
	Reply  *Reply   // that a calendar program sent to an invitation; nil for all other messages
}

// deliveredTo are the headers in which servers say which address of a mailbox a message came to.
var deliveredTo = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To"}

// parse reads a message, of which the end may be missing. What cannot be read is as if it were not there.
func parse(r io.Reader) (m Message) {
	e, err := message.Read(r)
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) || e == nil {
		return m
	}
	for _, name := range deliveredTo {
		for fields := e.Header.FieldsByKey(name); fields.Next(); {
			list, err := netmail.ParseAddressList(fields.Value())
			if err != nil {
				continue
			}
			for _, a := range list {
				m.To = append(m.To, strings.ToLower(a.Address))
			}
		}
	}
	kind, parameters, err := e.Header.ContentType()
	if err == nil && !strings.EqualFold(kind, "multipart/report") {
		m.Reply = replyIn(e, maxNested)
		return m
	}
	if err != nil || kind != "multipart/report" || !strings.EqualFold(parameters["report-type"], "delivery-status") {
		return m
	}
	for parts := e.MultipartReader(); parts != nil; {
		part, err := parts.NextPart()
		if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) || part == nil {
			return m
		}
		kind, _, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err == nil && (kind == "message/delivery-status" || kind == "message/global-delivery-status") {
			m.Failed = failedIn(part.Body)
			return m
		}
	}
	return m
}

// failedIn is the status of the first recipient to whom delivery failed (RFC 3464 2.3.3), 5.0.0 where a report has none
// that can be read, "" if it failed to nobody. A delay is no failure.
func failedIn(body io.Reader) string {
	groups := textproto.NewReader(bufio.NewReader(body))
	for first := true; ; first = false {
		fields, err := groups.ReadMIMEHeader()
		if !first && strings.EqualFold(strings.TrimSpace(fields.Get("Action")), "failed") {
			status, _, _ := strings.Cut(strings.TrimSpace(fields.Get("Status")), " ")
			if !isStatus(status) {
				status = "5.0.0"
			}
			return status
		}
		if err != nil && (!errors.As(err, new(textproto.ProtocolError)) || len(fields) == 0) {
			return ""
		}
	}
}

// isStatus reports whether the text is a status code of RFC 3463: a class, a subject and a detail.
func isStatus(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] != "4" && parts[0] != "5" {
		return false
	}
	for _, p := range parts {
		if p == "" || len(p) > 3 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}
