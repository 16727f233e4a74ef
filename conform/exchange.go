package conform

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Exchange is a request of a check and its answer. Addresses and links are left out, but for those that the kit
// invented.
type Exchange struct {
	Request string `json:"request"` // method and path with its query, and the body
	Status  int    `json:"status"`
	Answer  string `json:"answer"`
}

// Bounds of what a report repeats.
const (
	mostExchanges = 40   // of one check, the last ones
	mostAnswer    = 2000 // bytes of a request or an answer
)

var (
	address = regexp.MustCompile(`[A-Za-z0-9._%+-]+(@|%40)[A-Za-z0-9.-]+`)
	anyLink = regexp.MustCompile(`https?://[^\s<>"\\]+`)
)

// heard keeps a request and its answer for the report.
func (r *run) heard(method, path string, body []byte, status int, answer []byte) {
	request := method + " " + prefix + path
	if len(body) > 0 {
		request += " " + string(body)
	}
	r.exchanges = append(r.exchanges, Exchange{masked(request), status, masked(string(answer))})
	if len(r.exchanges) > mostExchanges {
		r.exchanges = r.exchanges[1:]
	}
}

// masked takes out of a text what is nobody's business, and shortens it.
func masked(s string) string {
	s = anyLink.ReplaceAllStringFunc(s, func(found string) string {
		if strings.HasPrefix(found, "https://meet."+kitDomain+"/") {
			return found
		}
		return "(link)"
	})
	s = address.ReplaceAllStringFunc(s, func(found string) string {
		if strings.HasSuffix(found, "@"+kitDomain) || strings.HasSuffix(found, "%40"+kitDomain) {
			return found
		}
		return "(address)"
	})
	if len(s) > mostAnswer {
		s = strings.ToValidUTF8(s[:mostAnswer], "") + " …"
	}
	return strings.TrimSpace(s)
}

func escape(value string) string { return url.QueryEscape(value) }

// asJSON writes a value for a finding.
func asJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "what is no JSON"
	}
	return strings.TrimSpace(b.String())
}

// same reports whether two values are the same JSON.
func same(a, b any) bool { return asJSON(a) == asJSON(b) }

func sorted(o object) []string { return slices.Sorted(maps.Keys(o)) }
