package mailbox

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-message"
)

// Reply is what a calendar program answers to an invitation (METHOD:REPLY, RFC 5546 3.2.3).
type Reply struct {
	UID      string
	Sequence int64     // of the invitation that it answers; 0 if it does not say
	Sent     time.Time // its DTSTAMP
	Attendee string    // who answers: an address in lower case
	Response string    // PARTSTAT in lower case, such as "declined"
}

const (
	maxReply  = 64 << 10 // octets of the calendar in a message: a reply has one event, without its description
	maxNested = 4        // parts in parts in which it is looked for
)

// replyIn is the first reply in the message or one of its parts, nil for none.
func replyIn(e *message.Entity, depth int) *Reply {
	kind, _, err := e.Header.ContentType()
	switch {
	case err != nil:
		return nil
	case strings.EqualFold(kind, "text/calendar"):
		return parseReply(e.Body)
	}
	for parts := e.MultipartReader(); parts != nil && depth > 0; {
		part, err := parts.NextPart()
		if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) || part == nil {
			return nil
		}
		if r := replyIn(part, depth-1); r != nil {
			return r
		}
	}
	return nil
}

// parseReply reads the calendar of a reply, nil for anything else: it has one event, with one attendee, who answers.
func parseReply(body io.Reader) *Reply {
	decoder := ical.NewDecoder(io.LimitReader(body, maxReply))
	c, err := decoder.Decode()
	if err != nil {
		return nil
	}
	if method, err := c.Props.Text(ical.PropMethod); err != nil || !strings.EqualFold(method, "REPLY") {
		return nil
	}
	if _, err := decoder.Decode(); !errors.Is(err, io.EOF) { // cut off, or more than one
		return nil
	}
	events := c.Events()
	if len(events) != 1 || len(events[0].Props.Values(ical.PropAttendee)) != 1 {
		return nil
	}
	p := events[0].Props
	uid, err := p.Text(ical.PropUID)
	if err != nil || uid == "" {
		return nil
	}
	sent, err := p.DateTime(ical.PropDateTimeStamp, time.UTC)
	if err != nil || sent.IsZero() {
		return nil
	}
	r := &Reply{UID: uid, Sent: sent.UTC()}
	if s := p.Get(ical.PropSequence); s != nil {
		if r.Sequence, err = strconv.ParseInt(strings.TrimSpace(s.Value), 10, 64); err != nil {
			return nil
		}
	}
	who := p.Get(ical.PropAttendee)
	scheme, address, _ := strings.Cut(strings.ToLower(strings.TrimSpace(who.Value)), ":")
	if scheme != "mailto" {
		return nil
	}
	r.Attendee, r.Response = address, strings.ToLower(who.Params.Get(ical.ParamParticipationStatus))
	return r
}
