package calendar

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"litmus/ports/outbound"
)

const (
	maxHops      = 5        // redirects that are followed
	maxAnswer    = 1 << 20  // bytes of an answer that is not a list
	maxList      = 64 << 20 // bytes of a list, which is parsed event by event
	caldavPrefix = "caldav"
)

// dav speaks WebDAV (RFC 4918) for one account.
//
// It uses plain HTTP and XML instead of emersion/go-webdav, which hides statuses and Retry-After, sends no
// preconditions, fails a whole list because of one object, and treats an ETag that it cannot parse as an error. Go's
// XML decoder supports only the five predefined entities of XML, and no external ones.
type dav struct {
	source Source
	client *http.Client // follows no redirects: net/http would turn a PROPFIND into a GET
}

// exchange is a request and its answer.
type exchange struct {
	*http.Response
	at *url.URL // the URL that answered, after redirects
}

// send sends a request and returns the answer, whatever its status. The caller closes the answer. The error is about a
// request that got no answer. If the server fails for the moment, the request is sent once more, because an operation
// takes several requests that must all succeed. All requests can be repeated safely.
func (d *dav) send(ctx context.Context, method string, at *url.URL, header http.Header,
	body []byte) (*exchange, error) {
	x, err := d.sendOnce(ctx, method, at, header, body)
	if !briefOutage(x, err) {
		return x, err
	}
	if x != nil {
		drain(x.Response)
	}
	return d.sendOnce(ctx, method, at, header, body)
}

func (d *dav) sendOnce(ctx context.Context, method string, at *url.URL, header http.Header,
	body []byte) (*exchange, error) {
	for hops := 0; ; hops++ {
		r, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
		if err != nil {
			return nil, outbound.Impossible(caldavPrefix, "the calendar's address makes no sense")
		}
		for k, v := range header {
			r.Header[k] = v
		}
		r.Header.Set("User-Agent", "litmus")
		if d.source.Username != "" || d.source.Password != "" {
			r.SetBasicAuth(d.source.Username, d.source.Password)
		}
		resp, err := d.client.Do(r)
		if err != nil {
			return nil, outbound.Unreachable(caldavPrefix, err)
		}
		switch resp.StatusCode {
		case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		default:
			return &exchange{resp, at}, nil
		}
		drain(resp)
		if hops == maxHops {
			return nil, &outbound.Failure{Fate: outbound.GiveUp, Code: "caldav_redirect",
				Text: fmt.Sprintf("more than %d redirects", maxHops)}
		}
		if at, err = resolve(at, resp.Header.Get("Location")); err != nil {
			return nil, err
		}
	}
}

// briefOutage reports whether the server seems to be up but failed, and asked for no delay.
func briefOutage(x *exchange, err error) bool {
	if err != nil {
		e, ok := errors.AsType[*outbound.Failure](err)
		return ok && e.Code == "caldav_connect"
	}
	return (x.StatusCode == http.StatusBadGateway || x.StatusCode == http.StatusServiceUnavailable) &&
		x.Header.Get("Retry-After") == ""
}

// drain reads the rest of an answer, if it is short, so that the connection can be used again.
func drain(r *http.Response) {
	_, _ = io.CopyN(io.Discard, r.Body, maxAnswer)
	_ = r.Body.Close()
}

// resolve returns the URL that a server means by a reference. The account's password is sent only to the same host, or
// by https to another host of the same owner (such as iCloud's), and never from https to http.
func resolve(base *url.URL, reference string) (*url.URL, error) {
	elsewhere := &outbound.Failure{
		Fate: outbound.GiveUp, Code: "caldav_elsewhere",
		Text: "the server names an address on another host, which would get the password",
	}
	u, err := base.Parse(strings.TrimSpace(reference))
	if err != nil || reference == "" {
		return nil, outbound.Garbage(caldavPrefix, "the server names an address that makes no sense")
	}
	u.Fragment, u.User = "", nil
	switch {
	case u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host):
		return u, nil
	case u.Scheme != "https":
		return nil, elsewhere
	case strings.EqualFold(u.Hostname(), base.Hostname()):
		return u, nil
	}
	theirs, err1 := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(u.Hostname()))
	ours, err2 := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(base.Hostname()))
	if base.Scheme != "https" || err1 != nil || err2 != nil || theirs != ours ||
		!strings.ContainsAny(ours, "abcdefghijklmnopqrstuvwxyz") {
		return nil, elsewhere
	}
	return u, nil
}

var xmlTag = regexp.MustCompile(`<[^<>]*>`)

// refusal converts an answer that is not the expected one, and closes it.
func (d *dav) refusal(x *exchange) *outbound.Failure {
	body, _ := io.ReadAll(io.LimitReader(x.Body, 16*outbound.MaxWords))
	drain(x.Response)
	words := strings.TrimSpace(xmlTag.ReplaceAllString(string(body), " "))
	if words == "" {
		words = http.StatusText(x.StatusCode)
	}
	return outbound.Refused(caldavPrefix, x.Response, d.source.hide(words))
}

const (
	nsDAV    = "DAV:"
	nsCalDAV = "urn:ietf:params:xml:ns:caldav"
)

// resource is what a multistatus says about one resource: the properties that it has (RFC 4918 14.24).
type resource struct {
	at     *url.URL
	status int // of the resource itself, 0 if not given

	collection bool
	calendar   bool
	events     bool // it can contain VEVENTs
	writable   bool // true unless the server says otherwise
	principal  string
	homes      []string
	etag       string
	tag        string // changes with the content of the collection
	data       string // an iCalendar object
	hasData    bool
}

type xmlResponse struct {
	Href      []string      `xml:"DAV: href"`
	Status    string        `xml:"DAV: status"`
	Propstats []xmlPropstat `xml:"DAV: propstat"`
}

type xmlPropstat struct {
	Status string `xml:"DAV: status"`
	Prop   struct {
		Type *struct {
			Collection *struct{} `xml:"DAV: collection"`
			Calendar   *struct{} `xml:"urn:ietf:params:xml:ns:caldav calendar"`
		} `xml:"DAV: resourcetype"`
		Principal *struct {
			Href string `xml:"DAV: href"`
		} `xml:"DAV: current-user-principal"`
		Home *struct {
			Href []string `xml:"DAV: href"`
		} `xml:"urn:ietf:params:xml:ns:caldav calendar-home-set"`
		Components *struct {
			Comp []struct {
				Name string `xml:"name,attr"`
			} `xml:"urn:ietf:params:xml:ns:caldav comp"`
		} `xml:"urn:ietf:params:xml:ns:caldav supported-calendar-component-set"`
		Privileges *struct {
			Privilege []struct {
				All     *struct{} `xml:"DAV: all"`
				Write   *struct{} `xml:"DAV: write"`
				Content *struct{} `xml:"DAV: write-content"`
				Bind    *struct{} `xml:"DAV: bind"`
			} `xml:"DAV: privilege"`
		} `xml:"DAV: current-user-privilege-set"`
		ETag      string  `xml:"DAV: getetag"`
		CTag      string  `xml:"http://calendarserver.org/ns/ getctag"`
		SyncToken string  `xml:"DAV: sync-token"`
		Data      *string `xml:"urn:ietf:params:xml:ns:caldav calendar-data"`
	} `xml:"DAV: prop"`
}

// list sends a PROPFIND or REPORT and calls found for each resource of the answer. It fails on anything but a complete
// multistatus. It returns the URL that answered.
func (d *dav) list(ctx context.Context, method string, at *url.URL, depth, body string,
	found func(*resource) error) (*url.URL, error) {
	x, err := d.send(ctx, method, at, http.Header{"Depth": {depth}, "Content-Type": {"application/xml; charset=utf-8"}},
		[]byte(body))
	if err != nil {
		return nil, err
	}
	if x.StatusCode != http.StatusMultiStatus {
		return nil, d.refusal(x)
	}
	defer x.Body.Close()
	source := &source{r: x.Body, left: maxList}
	err = multistatus(source, func(r *xmlResponse) error {
		res, err := r.resource(x.at)
		if err != nil {
			return err
		}
		return found(res)
	})
	known, isOurs := errors.AsType[*outbound.Failure](err)
	switch {
	case err == nil:
		return x.at, nil
	case isOurs:
		return nil, known
	case source.left < 0:
		return nil, &outbound.Failure{Fate: outbound.Retry, Code: "caldav_too_large",
			Text: fmt.Sprintf("the answer has more than %d bytes", maxList)}
	case source.err != nil && !errors.Is(source.err, io.EOF):
		return nil, outbound.Unreachable(caldavPrefix, source.err)
	}
	return nil, outbound.Garbage(caldavPrefix, "the answer is no multistatus: "+err.Error())
}

// source is a reader with a limit that remembers the error with which it ended.
type source struct {
	r    io.Reader
	left int64
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	s.err = err
	return n, err
}

// multistatus parses a multistatus, response by response.
func multistatus(r io.Reader, each func(*xmlResponse) error) error {
	d := xml.NewDecoder(r)
	open := false
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch e := t.(type) {
		case xml.StartElement:
			switch {
			case !open && e.Name == xml.Name{Space: nsDAV, Local: "multistatus"}:
				open = true
			case !open:
				return errors.New("it is something else")
			case e.Name == xml.Name{Space: nsDAV, Local: "response"}:
				var one xmlResponse
				if err := d.DecodeElement(&one, &e); err != nil {
					return err
				}
				if err := each(&one); err != nil {
					return err
				}
			default:
				if err := d.Skip(); err != nil {
					return err
				}
			}
		case xml.EndElement:
			return nil
		}
	}
}

// resource converts a response from base, with the properties that were found.
func (r *xmlResponse) resource(base *url.URL) (*resource, error) {
	if len(r.Href) == 0 {
		return nil, outbound.Garbage(caldavPrefix, "a response names no resource")
	}
	at, err := resolve(base, r.Href[0])
	if err != nil {
		return nil, err
	}
	res := &resource{at: at, status: statusOf(r.Status), events: true, writable: true}
	for _, s := range r.Propstats {
		if status := statusOf(s.Status); status != 0 && status/100 != 2 {
			continue
		}
		p := &s.Prop
		if p.Type != nil {
			res.collection, res.calendar = p.Type.Collection != nil, p.Type.Calendar != nil
		}
		if p.Principal != nil {
			res.principal = strings.TrimSpace(p.Principal.Href)
		}
		if p.Home != nil {
			res.homes = p.Home.Href
		}
		if p.Components != nil && len(p.Components.Comp) > 0 {
			res.events = false
			for _, c := range p.Components.Comp {
				res.events = res.events || strings.EqualFold(c.Name, "VEVENT")
			}
		}
		if p.Privileges != nil && len(p.Privileges.Privilege) > 0 {
			res.writable = false
			for _, v := range p.Privileges.Privilege {
				res.writable = res.writable || v.All != nil || v.Write != nil || v.Content != nil || v.Bind != nil
			}
		}
		if p.ETag != "" {
			res.etag = strings.TrimSpace(p.ETag)
		}
		if p.CTag != "" {
			res.tag = "c " + p.CTag
		} else if p.SyncToken != "" && res.tag == "" {
			res.tag = "s " + p.SyncToken
		}
		if p.Data != nil {
			res.data, res.hasData = *p.Data, true
		}
	}
	return res, nil
}

// statusOf returns the number in "HTTP/1.1 200 OK", or 0.
func statusOf(line string) int {
	f := strings.Fields(line)
	if len(f) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(f[1])
	return n
}
