package inbox

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/emersion/go-message/mail"
)

//go:embed pages
var pages embed.FS

var (
	listPage    = page("pages/list.html")
	messagePage = page("pages/message.html")
	stylesheet  = mustRead("pages/inbox.css")
)

// pageSize is how many messages a page of the inbox lists. A link leads to older ones.
const pageSize = 100

// Content security policies. A page may load its own stylesheet and nothing else. The HTML of a letter is shown in a
// sandbox without scripts, forms or requests, and its links open in a new tab.
const (
	pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; " +
		"frame-ancestors 'none'"
	letterPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src " +
		"'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
	sourcePolicy = "default-src 'none'; frame-ancestors 'none'"
)

// Handler serves the inbox: GET /dev/inbox for people, GET /dev/inbox/messages.json for programs, and single messages
// below /dev/inbox/messages/{id}. It has no authentication, because it is for development: whoever serves it keeps
// pages of other sites away from it.
func (c *Catcher) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /dev/inbox", c.serveList)
	mux.HandleFunc("GET /dev/inbox/{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/dev/inbox", http.StatusMovedPermanently)
	})
	mux.HandleFunc("GET /dev/inbox/inbox.css", func(w http.ResponseWriter, r *http.Request) {
		reply(w, "text/css; charset=utf-8", sourcePolicy, stylesheet)
	})
	mux.HandleFunc("GET /dev/inbox/messages.json", c.serveJSON)
	mux.HandleFunc("GET /dev/inbox/messages/{id}", c.serveMessage)
	mux.HandleFunc("GET /dev/inbox/messages/{id}/html", c.serveHTML)
	mux.HandleFunc("GET /dev/inbox/messages/{id}/ics", c.serveICS)
	mux.HandleFunc("GET /dev/inbox/messages/{id}/raw", c.serveRaw)
	return mux
}

// message is one element of messages.json. Programs read it, so its fields do not change.
type message struct {
	ID      string   `json:"id"`
	To      []string `json:"to"` // all recipients, including blind copies, as bare addresses
	From    string   `json:"from"`
	Subject string   `json:"subject"`
	Date    string   `json:"date"` // RFC 3339, UTC
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
	ICS     string   `json:"ics"` // the calendar part, or ""
	RawURL  string   `json:"raw_url"`
}

// serveJSON writes the messages one by one, so that a full box needs no more memory than its largest message.
// ?to=ADDRESS selects the messages to an address, ?limit=N the N newest.
func (c *Catcher) serveJSON(w http.ResponseWriter, r *http.Request) {
	limit := -1
	if s := r.FormValue("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			http.Error(w, "limit must be a number, 0 or more", http.StatusBadRequest)
			return
		}
		limit = n
	}
	box, _ := c.list(r.FormValue("to"), "", limit)
	head(w, "application/json", sourcePolicy)
	_, _ = io.WriteString(w, "[")
	for i, e := range box {
		l, err := readLetter(c.file(e.id))
		if err != nil {
			panic(http.ErrAbortHandler) // the file is gone; an aborted answer cannot look complete
		}
		if i > 0 {
			_, _ = io.WriteString(w, ",")
		}
		b, err := json.Marshal(message{
			ID: e.id, To: e.to, From: e.from, Subject: e.subject, Date: e.date.Format(time.RFC3339),
			Text: l.text, HTML: l.html, ICS: l.ics, RawURL: e.path() + "/raw",
		})
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if _, err := w.Write(b); err != nil {
			return // the client has disconnected
		}
	}
	_, _ = io.WriteString(w, "]\n")
}

// row is a message as the pages list it.
type row struct {
	Path, Subject, From string
	To                  []string
	Date                time.Time
}

func newRow(e entry) row {
	return row{Path: e.path(), Subject: e.subject, From: e.from, To: e.to, Date: e.date}
}

func (e entry) path() string { return "/dev/inbox/messages/" + e.id }

func (c *Catcher) serveList(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	box, more := c.list(to, r.FormValue("before"), pageSize)
	data := struct {
		SMTP, To, Older string
		First           bool
		Rows            []row
	}{SMTP: c.addr, To: to, First: r.FormValue("before") == ""}
	for _, e := range box {
		data.Rows = append(data.Rows, newRow(e))
	}
	if more {
		q := url.Values{"before": {box[len(box)-1].id}}
		if to != "" {
			q.Set("to", to)
		}
		data.Older = "/dev/inbox?" + q.Encode()
	}
	render(w, listPage, data)
}

func (c *Catcher) serveMessage(w http.ResponseWriter, r *http.Request) {
	e, l, ok := c.read(w, r)
	if !ok {
		return
	}
	data := struct {
		row
		Fields      []field
		HTML        bool
		Text, ICS   string
		Events      []calendarEvent
		Attachments []string
	}{
		row: newRow(e), Fields: fields(l.header), HTML: l.html != "", Text: l.text, ICS: l.ics,
		Events: calendarEvents(l.ics), Attachments: l.attachments,
	}
	render(w, messagePage, data)
}

// serveHTML serves the HTML of a letter for the frame on its page. The base element opens its links in a new tab.
func (c *Catcher) serveHTML(w http.ResponseWriter, r *http.Request) {
	if _, l, ok := c.read(w, r); ok {
		reply(w, "text/html; charset=utf-8", letterPolicy, []byte(`<!doctype html><base target="_blank">`+l.shown()))
	}
}

func (c *Catcher) serveICS(w http.ResponseWriter, r *http.Request) {
	e, l, ok := c.read(w, r)
	if !ok {
		return
	}
	if l.ics == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+e.id+`.ics"`)
	reply(w, "text/calendar; charset=utf-8", sourcePolicy, []byte(l.ics))
}

// serveRaw serves the message byte for byte as it was received.
func (c *Catcher) serveRaw(w http.ResponseWriter, r *http.Request) {
	e, ok := c.entry(r.PathValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, body, f, err := openMessage(c.file(e.id))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Disposition", `inline; filename="`+e.id+messageExt+`"`)
	head(w, "text/plain; charset=utf-8", sourcePolicy)
	_, _ = io.Copy(w, body)
}

// read reads the message that the path names, or answers 404.
func (c *Catcher) read(w http.ResponseWriter, r *http.Request) (entry, letter, bool) {
	e, ok := c.entry(r.PathValue("id"))
	if !ok {
		http.NotFound(w, r)
		return entry{}, letter{}, false
	}
	l, err := readLetter(c.file(e.id))
	if err != nil {
		http.NotFound(w, r)
		return entry{}, letter{}, false
	}
	return e, l, true
}

type field struct{ Name, Value string }

// fields returns the header fields that matter to a person. The source shows all of them.
func fields(h mail.Header) []field {
	var f []field
	for _, name := range []string{
		"From", "To", "Cc", "Reply-To", "Date", "Message-ID", "In-Reply-To", "References", "List-Unsubscribe",
		"Auto-Submitted",
	} {
		if v := decoded(h, name); v != "" {
			f = append(f, field{name, v})
		}
	}
	return f
}

func render(w http.ResponseWriter, t *template.Template, data any) {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	reply(w, "text/html; charset=utf-8", pagePolicy, b.Bytes())
}

func reply(w http.ResponseWriter, kind, policy string, body []byte) {
	head(w, kind, policy)
	_, _ = w.Write(body)
}

func head(w http.ResponseWriter, kind, policy string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

func page(name string) *template.Template {
	return template.Must(template.New("layout.html").ParseFS(pages, "pages/layout.html", name))
}

func mustRead(name string) []byte {
	b, err := pages.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return b
}
