package orgfile

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/outbound"
)

// calendarFields are the fields that each provider requires beside its name. No others are allowed.
var calendarFields = map[string][]string{
	"caldav":    {"url", "username", "password"},
	"ics":       {"url"},
	"google":    {"client_id", "client_secret", "refresh_token"},
	"microsoft": {"client_id", "client_secret", "refresh_token"},
}

// calendarKept stands in an exported file for a calendar whose credentials are not in it: what is connected stays.
const calendarKept = "kept"

// kept reports whether [calendarKept] stands in place of a calendar.
func (v value) kept() bool {
	return !v.absent() && v.node.Kind == yaml.ScalarNode && v.node.Value == calendarKept
}

// calendar reads a calendar connection, or nil if it is absent. No problem shows a value, because the address of a feed
// is as secret as a password, and people mix up the fields.
func (v value) calendar() *timetable.CalendarAccount {
	o, ok := v.secretObject("provider", "url", "username", "password", "client_id", "client_secret", "refresh_token")
	if !ok {
		return nil
	}
	providers := slices.Sorted(maps.Keys(calendarFields))
	provider := o.required("provider", orList(providers))
	name, ok := provider.text()
	if !ok {
		return nil
	}
	fields, ok := calendarFields[name]
	if !ok {
		provider.problem("unknown provider; expected %s", orList(providers))
		return nil
	}
	o.only("a calendar of provider "+name, append([]string{"provider"}, fields...)...)
	read := map[string]string{}
	for _, f := range fields {
		read[f] = o.required(f, "it, since provider "+name+" needs it").long()
	}
	if read["url"] != "" {
		address := read["url"]
		if rest, feed := strings.CutPrefix(address, "webcal://"); feed && name == timetable.CalendarICS {
			address = "https://" + rest // feeds are often given with this scheme
		}
		u, err := url.Parse(address)
		if _, bad := models.ParseLink("url", address); err != nil || bad != nil {
			o.get("url").problem("the address is not an absolute http or https URL")
		} else if u.User != nil {
			o.get("url").problem("the address holds a user name or password; expected them in their own fields")
		} else if refused, ok := errors.AsType[*outbound.Error](outbound.Check(address)); ok {
			o.get("url").problem("the address is never called: %s", refused.Reason)
		}
	}
	return &timetable.CalendarAccount{
		Provider: name, URL: read["url"], Username: read["username"], Password: read["password"],
		ClientID: read["client_id"], ClientSecret: read["client_secret"], RefreshToken: read["refresh_token"],
	}
}
