package calendar

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
)

func init() {
	plain := func(etags string, tags, renames bool) func(t *testing.T) *world {
		return func(t *testing.T) *world {
			return plainWorld(t, &plainDAV{etags: etags, tags: tags, renames: renames})
		}
	}
	register("caldav", "a server without tags", plain("strong", false, false))
	register("caldav", "a server with weak ETags", plain("weak", true, false))
	register("caldav", "a server without ETags", plain("", true, false))
	register("caldav", "a server without ETags and tags", plain("", false, false))
	register("caldav", "a server that names objects itself", plain("strong", true, true))
}

// plainDAV is a CalDAV server in memory that uses the freedom of RFC 4791 in other ways than Radicale and Xandikos. Its
// one calendar is at /cal/.
type plainDAV struct {
	etags   string // strong, weak, or "" for none
	tags    bool   // the calendar has a ctag
	renames bool   // the server chooses the names of objects, and refuses a UID that is in use (RFC 4791 5.3.2.1)

	mu      sync.Mutex
	objects map[string]string // by path
	changes int
}

func plainWorld(t *testing.T, d *plainDAV) *world {
	d.objects = map[string]string{}
	s := httptest.NewServer(guarded(d))
	t.Cleanup(s.Close)
	w := davWorld(s.URL+"/cal/", s.URL+"/cal/")
	if !d.renames {
		w.double = func(t *testing.T, uid string) {
			davPut(t, s.URL+"/cal/a-twin-of-"+uid+".ics", davGet(t, davOne(t, s.URL+"/cal/", uid)))
		}
	}
	return w
}

func (d *plainDAV) etag(object string) string {
	sum := sha256.Sum256([]byte(object))
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	switch d.etags {
	case "strong":
		return tag
	case "weak":
		return "W/" + tag
	}
	return ""
}

func (d *plainDAV) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	at := r.URL.EscapedPath()
	if u, err := url.PathUnescape(at); err == nil {
		at = u
	}
	object, exists := d.objects[at]
	if at != "/cal/" && r.Method != http.MethodPut && !exists {
		http.Error(w, "nothing here", http.StatusNotFound)
		return
	}
	match, none := r.Header.Get("If-Match"), r.Header.Get("If-None-Match")
	if match != "" && (!exists || d.etags != "strong" || match != d.etag(object)) || none == "*" && exists {
		http.Error(w, "the precondition failed", http.StatusPreconditionFailed)
		return
	}
	switch r.Method {
	case "PROPFIND":
		d.list(w, at, r.Header.Get("Depth") == "1", func(string) bool { return true }, false)
	case "REPORT":
		d.list(w, at, true, wantedUID(body), true)
	case http.MethodGet:
		w.Header().Set("Content-Type", "text/calendar")
		_, _ = io.WriteString(w, object)
	case http.MethodDelete:
		delete(d.objects, at)
		d.changes++
		w.WriteHeader(http.StatusNoContent)
	case http.MethodPut:
		d.put(w, at, exists, string(body))
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (d *plainDAV) put(w http.ResponseWriter, at string, exists bool, object string) {
	status := http.StatusNoContent
	if !exists {
		status = http.StatusCreated
		if d.renames {
			uid := uidOf(object)
			for other, o := range d.objects {
				if uidOf(o) == uid {
					w.Header().Set("Content-Type", "application/xml")
					w.WriteHeader(http.StatusForbidden)
					_, _ = fmt.Fprintf(w,
						`<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict><D:href>%s</D:href></C:no-uid-conflict></D:error>`, other)
					return
				}
			}
			at = fmt.Sprintf("/cal/object %d.ics", d.changes)
			w.Header().Set("Location", (&url.URL{Path: at}).EscapedPath())
		}
	}
	d.objects[at] = object
	d.changes++
	if tag := d.etag(object); tag != "" {
		w.Header().Set("ETag", tag)
	}
	w.WriteHeader(status)
}

// list answers with a multistatus of the resource and, if deep, of the calendar's objects.
func (d *plainDAV) list(w http.ResponseWriter, at string, deep bool, wants func(string) bool, data bool) {
	var b bytes.Buffer
	b.WriteString(
		`<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">`)
	add := func(at, props string) {
		_, _ = fmt.Fprintf(&b, "<response><href>%s</href><propstat><prop>%s</prop><status>HTTP/1.1 200 "+
			"OK</status></propstat>"+
			"<propstat><prop><cs:getctag/></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>\n",
			(&url.URL{Path: at}).EscapedPath(), props)
	}
	if at == "/cal/" && !data {
		tag := ""
		if d.tags {
			tag = fmt.Sprintf("<cs:getctag>%d</cs:getctag>", d.changes)
		}
		add(at, "<resourcetype><collection/><cal:calendar/></resourcetype>"+tag)
	}
	var names []string
	for name := range d.objects {
		if name == at || deep && path.Dir(name)+"/" == at {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		o := d.objects[name]
		if !wants(o) {
			continue
		}
		props := "<resourcetype/>"
		if tag := d.etag(o); tag != "" {
			props += "<getetag>" + tag + "</getetag>"
		} else if !data {
			props += "<getlastmodified>Tue, 04 Mar 2031 15:30:00 GMT</getlastmodified>"
		}
		if data {
			var text bytes.Buffer
			_ = xml.EscapeText(&text, []byte(o))
			props += "<cal:calendar-data>" + text.String() + "</cal:calendar-data>"
		}
		add(name, props)
	}
	b.WriteString("</multistatus>")
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusMultiStatus)
	_, _ = w.Write(b.Bytes())
}

// wantedUID returns the filter of a query: everything, or a part of the UID in any case.
func wantedUID(query []byte) func(string) bool {
	_, text, ok := strings.Cut(string(query), "ascii-casemap\">")
	if !ok {
		return func(string) bool { return true }
	}
	uid, _, _ := strings.Cut(text, "<")
	return func(object string) bool {
		return strings.Contains(strings.ToLower(uidOf(object)), strings.ToLower(uid))
	}
}

func uidOf(object string) string {
	_, rest, _ := strings.Cut(object, "\nUID:")
	uid, _, _ := strings.Cut(rest, "\r\n")
	return uid
}
