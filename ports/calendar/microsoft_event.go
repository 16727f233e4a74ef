package calendar

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"litmus/ports/outbound"
)

// The extended properties, in a property set of our own, that hold our UID and SEQUENCE. iCalUId belongs to Exchange
// and is read-only.
const (
	graphUID      = "String {3d8f6a52-5c1e-4b7e-9a64-0f2b8c7d1e93} Name LitmusUID"
	graphSequence = "String {3d8f6a52-5c1e-4b7e-9a64-0f2b8c7d1e93} Name LitmusSequence"
)

// graphRead are the fields of an event that are read before it is changed.
const graphRead = "id,body,isOnlineMeeting,onlineMeeting"

// graphEvent has the fields of an event that are read.
type graphEvent struct {
	ID              string    `json:"id"`
	ETag            string    `json:"@odata.etag"`
	ICalUID         string    `json:"iCalUId"`
	Body            graphBody `json:"body"`
	IsOnlineMeeting bool      `json:"isOnlineMeeting"`
	OnlineMeeting   *struct {
		JoinURL string `json:"joinUrl"`
	} `json:"onlineMeeting"`
	IsAllDay       bool      `json:"isAllDay"`
	IsCancelled    bool      `json:"isCancelled"`
	ShowAs         string    `json:"showAs"`
	Start          graphTime `json:"start"`
	End            graphTime `json:"end"`
	ResponseStatus struct {
		Response string `json:"response"`
	} `json:"responseStatus"`
	Properties []graphProperty `json:"singleValueExtendedProperties"`
}

type graphBody struct {
	ContentType string `json:"contentType"` // text or html
	Content     string `json:"content"`
}

// graphTime is a local time, 2006-01-02T15:04:05.0000000, and its zone.
type graphTime struct {
	DateTime string `json:"dateTime"`
	TimeZone string `json:"timeZone"`
}

type graphProperty struct {
	ID    string `json:"id"`
	Value string `json:"value"`
}

// graphList is a page of events.
type graphList struct {
	Value    *[]graphEvent `json:"value"`
	NextLink string        `json:"@odata.nextLink"`
}

// held returns what is stored about an event that was written. link is the stored link, which stays if the event needs
// no link from the provider.
func (e graphEvent) held(written Event, link string) Held {
	if written.WantLink && e.OnlineMeeting != nil {
		link = e.OnlineMeeting.JoinURL
	} else if written.WantLink {
		link = ""
	}
	return Held{ID: e.ID, ETag: e.ETag, Link: link}
}

// graphFields are the fields that every write sets. They give an event that the owner turned into a whole day, or
// showed as free, its times again.
func graphFields(e Event) map[string]any {
	return map[string]any{
		"subject":  graphLine(e.Summary),
		"start":    graphInstant(e.Start),
		"end":      graphInstant(e.End),
		"isAllDay": false,
		"showAs":   "busy",
		"singleValueExtendedProperties": []graphProperty{
			{graphUID, e.UID}, {graphSequence, strconv.Itoa(e.Sequence)},
		},
	}
}

func graphInstant(t time.Time) graphTime {
	return graphTime{t.UTC().Format("2006-01-02T15:04:05"), "UTC"}
}

func graphText(e Event) graphBody { return graphBody{"text", plainLines(e.Text)} }

// graphPlace returns the location. A link that is too long for it is shortened to its host, since the text contains the
// whole link.
func graphPlace(e Event) map[string]string {
	place := graphLine(e.Location)
	if u, err := url.Parse(e.Location); len(place) < len(e.Location) && err == nil && u.Host != "" {
		place = u.Host
	}
	return map[string]string{"displayName": place}
}

// graphLine returns a text on one line, cut to the length of a subject or location in Exchange: 255 UTF-16 units.
func graphLine(s string) string {
	s = singleLine(s)
	units := 0
	for i, r := range s {
		if units += utf16.RuneLen(r); units > 255 {
			return s[:i]
		}
	}
	return s
}

// goOnline asks for a Teams meeting. There is no way back: Graph does not allow that.
func goOnline(in map[string]any) {
	in["isOnlineMeeting"], in["onlineMeetingProvider"] = true, "teamsForBusiness"
}

// graphTransaction returns the id by which Graph makes one event from all inserts of one revision.
func graphTransaction(e Event) string {
	sum := sha256.Sum256([]byte("litmus event\x00" + e.UID + "\x00" + strconv.Itoa(e.Sequence)))
	return hex.EncodeToString(sum[:16])
}

var (
	teamsBlob = regexp.MustCompile(`(?i)<div[^>]*\bme-email-text\b`)
	teamsRule = strings.Repeat("_", 20) // the line above the blob
)

// rewritten returns the body of the event with a new text. In an online meeting, it keeps the part that Teams wrote, as
// Graph requires: that part begins with a line of underscores before the first element of the class me-email-text. If
// it is not found, the body is left alone, because an outdated text does less harm than a lost meeting.
func (e graphEvent) rewritten(as Event) (graphBody, bool) {
	if !e.IsOnlineMeeting {
		return graphText(as), true
	}
	at := teamsBlob.FindStringIndex(e.Body.Content)
	if at == nil || !strings.EqualFold(e.Body.ContentType, "html") {
		return graphBody{}, false
	}
	from, before := at[0], e.Body.Content[:at[0]]
	if rule := strings.LastIndex(before, teamsRule); rule >= 0 && len(before)-rule < 400 {
		if div := strings.LastIndex(before[:rule], "<div"); div >= 0 {
			from = div
		}
	}
	text := strings.ReplaceAll(html.EscapeString(plainLines(as.Text)), "\n", "<br>\r\n")
	return graphBody{"html", "<html><body>\r\n" + text + "\r\n" + e.Body.Content[from:]}, true
}

// refused parses Graph's error body: {"error": {"code", "message", "innerError": {…}}}. A malformed id counts as the id
// of an event that does not exist.
func (m *microsoft) refused(r *reply) (int, *outbound.Failure) {
	var body struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	_ = json.Unmarshal(r.body, &body) // for another body, the status says enough
	status := r.StatusCode
	if status == http.StatusBadRequest && body.Error.Code == "ErrorInvalidIdMalformed" {
		status = http.StatusNotFound
	}
	return status, m.refusal(r, body.Error.Code, body.Error.Message)
}

// odata escapes the value of a query option. A space becomes %20, since not every server reads + as a space.
func odata(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
