package calendar

import (
	"errors"
	"strings"
)

// maxDepth is how deep components may be nested. RFC 5545 needs three levels.
const maxDepth = 8

// component is a part of an iCalendar object between BEGIN and END (RFC 5545 3.4). Only properties and components that
// matter for busy time are kept.
type component struct {
	name     string
	props    []property
	children []*component
}

// property is a content line.
type property struct {
	name   string
	params string // as written, with the leading semicolon
	value  string
}

// wanted are the properties that are kept.
var wanted = map[string]bool{
	"UID": true, "SEQUENCE": true, "DTSTAMP": true, "DTSTART": true, "DTEND": true, "DURATION": true, "RRULE": true,
	"RDATE": true, "EXDATE": true, "RECURRENCE-ID": true, "STATUS": true, "TRANSP": true, "FREEBUSY": true,
	"X-MICROSOFT-CDO-BUSYSTATUS": true, "TZID": true, "TZOFFSETFROM": true, "TZOFFSETTO": true, "ATTENDEE": true,
}

// holding are the components that are kept: those that contain times, and their parents.
var holding = map[string]bool{
	"VCALENDAR": true, "VEVENT": true, "VFREEBUSY": true, "VTIMEZONE": true, "STANDARD": true, "DAYLIGHT": true,
}

var errObject = errors.New("this is not a whole iCalendar object")

// parseObjects parses the VCALENDARs of a text. There must be at least one, and each must be complete. Like calendar
// programs, it skips a line that makes no sense, because one broken description must not make a whole calendar
// unreadable. A text that is cut off is an error, since its missing part is not free time.
//
// The package does not use go-ical's parser, which panics on a line that ends inside a parameter, overflows the stack
// on enough BEGINs, and fails because of one bad line.
func parseObjects(text string) ([]*component, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	var done []*component
	var stack []*component
	for text != "" {
		var line string
		line, text = contentLine(text)
		p, ok := parseProperty(line)
		switch {
		case !ok:
		case p.name == "BEGIN":
			c := &component{name: strings.ToUpper(strings.TrimSpace(p.value))}
			if len(stack) == maxDepth || len(stack) == 0 && c.name != "VCALENDAR" {
				return nil, errObject
			}
			if n := len(stack); n > 0 && holding[c.name] {
				stack[n-1].children = append(stack[n-1].children, c)
			}
			stack = append(stack, c)
		case p.name == "END":
			n := len(stack)
			if n == 0 || stack[n-1].name != strings.ToUpper(strings.TrimSpace(p.value)) {
				return nil, errObject
			}
			if n == 1 {
				done = append(done, stack[0])
			}
			stack = stack[:n-1]
		case len(stack) > 0 && wanted[p.name]:
			c := stack[len(stack)-1]
			c.props = append(c.props, p)
		}
	}
	if len(done) == 0 || len(stack) > 0 {
		return nil, errObject
	}
	return done, nil
}

// contentLine splits off the first content line of a text and unfolds it (RFC 5545 3.1). Lines may end in CRLF or LF.
func contentLine(text string) (line, rest string) {
	next := func() (s string) {
		s, rest, _ = strings.Cut(rest, "\n")
		return strings.TrimSuffix(s, "\r")
	}
	rest = text
	line = next()
	if rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return line, rest
	}
	var b strings.Builder
	b.WriteString(line)
	for rest != "" && (rest[0] == ' ' || rest[0] == '\t') {
		b.WriteString(next()[1:])
	}
	return b.String(), rest
}

// parseProperty splits a content line: name *(";" param) ":" value. A colon within quotes belongs to a parameter.
func parseProperty(line string) (property, bool) {
	i := strings.IndexAny(line, ";:")
	if i <= 0 {
		return property{}, false
	}
	p := property{name: strings.ToUpper(line[:i])}
	quoted := false
	for j := i; j < len(line); j++ {
		switch {
		case line[j] == '"':
			quoted = !quoted
		case line[j] == ':' && !quoted:
			p.params, p.value = line[i:j], line[j+1:]
			return p, true
		}
	}
	if params, value, ok := strings.Cut(line[i:], ":"); quoted && ok { // an unclosed quote
		p.params, p.value = params, value
		return p, true
	}
	return property{}, false
}

// param returns the first value of a parameter without its quotes, or "".
func (p property) param(name string) string {
	rest := p.params
	for rest != "" {
		rest = rest[1:] // the semicolon
		end, quoted := 0, false
		for ; end < len(rest) && (quoted || rest[end] != ';'); end++ {
			if rest[end] == '"' {
				quoted = !quoted
			}
		}
		key, value, _ := strings.Cut(rest[:end], "=")
		if strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
		rest = rest[end:]
	}
	return ""
}

// text returns everything that the component contains, for comparison.
func (c *component) text() string {
	var b strings.Builder
	b.WriteString(c.name)
	for _, p := range c.props {
		b.WriteString("\n" + p.name + p.params + ":" + p.value)
	}
	for _, child := range c.children {
		b.WriteString("\n" + child.text())
	}
	return b.String()
}

// first returns the component's first property with this name, or the zero value.
func (c *component) first(name string) property {
	for _, p := range c.props {
		if p.name == name {
			return p
		}
	}
	return property{}
}

// each returns the component's properties with this name.
func (c *component) each(name string) (all []property) {
	for _, p := range c.props {
		if p.name == name {
			all = append(all, p)
		}
	}
	return all
}

// word returns the value of a property as a keyword.
func (c *component) word(name string) string {
	return strings.ToUpper(strings.TrimSpace(c.first(name).value))
}
