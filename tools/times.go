package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/wire"
)

// What people say of times has no offset, and what a model knows of today is old. So a time without an offset, and a
// date, are in the organization's zone, and each answer names that zone and says what time it is (T8).

// boundArguments are the arguments of tools that bound a search by time, each with whether it is the end of one;
// startArguments those that name one start.
var (
	boundArguments = map[string]bool{"from": false, "to": true, "updated_since": false}
	startArguments = []string{"start_at", "scheduled_start_at"}
)

// localTimes gives the arguments of the tool that are times without an offset one: that of the organization's zone.
func (c *call) localTimes(t *tool, given map[string]json.RawMessage) error {
	zone := models.Location(c.Caller.Organization.TimeZone)
	for name, end := range boundArguments {
		if text := textOf(given[name]); text != "" && !t.clock {
			if at, is := timetable.ParseWallBound(text, zone, end); is {
				given[name] = instantJSON(at)
			}
		}
	}
	for _, name := range startArguments {
		if err := localStart(given, name, name, zone); err != nil {
			return err
		}
	}
	if several := given["slots"]; len(several) > 0 && several[0] == '[' {
		local, err := localSlots(several, zone)
		given["slots"] = local
		return err
	}
	return nil
}

// localStart gives a start without an offset that of zone. where names it in a refusal.
func localStart(given map[string]json.RawMessage, name, where string, zone *time.Location) error {
	at, is, err := timetable.ParseWall(where, textOf(given[name]), zone)
	if err == nil && is {
		given[name] = instantJSON(at)
	}
	return err
}

// localSlots is [localStart] for each slot of a list; what is no slot stays as it is.
func localSlots(list json.RawMessage, zone *time.Location) (json.RawMessage, error) {
	out := []json.RawMessage{}
	for _, one := range wire.Elements(list) {
		if one[0] == '{' {
			slot, _ := wire.ReadObject(one, []string{"interviewer_email", "start_at"})
			if err := localStart(slot, "start_at", "start_at", zone); err != nil {
				return list, err
			}
			one = compact(slot)
		}
		out = append(out, one)
	}
	return json.Marshal(out)
}

func instantJSON(t time.Time) json.RawMessage {
	return json.RawMessage(`"` + models.FormatInstant(t) + `"`)
}

// nowJSON is what time it is for the organization.
type nowJSON struct {
	Now       string `json:"now"`
	LocalTime string `json:"local_time"`
	TimeZone  string `json:"time_zone"`
}

// clockOf is the organization's clock.
func (sv *Server) clockOf(c *call) nowJSON {
	now, zone := sv.Store.NowOf(c.OrgID()), c.Caller.Organization.TimeZone
	return nowJSON{models.FormatInstant(now), timetable.LocalWords(now, models.Location(zone)), zone}
}

// clocked is a rendered answer, which is an object, with the clock.
func clocked(answer []byte, clock nowJSON) []byte {
	b, err := json.Marshal(clock)
	if err != nil {
		panic(err) // texts always marshal
	}
	answer = bytes.TrimSuffix(bytes.TrimSpace(answer), []byte("}"))
	if len(answer) > 1 {
		answer = append(answer, ',')
	}
	return slices.Concat(answer, []byte(`"clock":`), b, []byte("}"))
}

// textOf is the text of a valid JSON string, "" for another value and for none.
func textOf(value json.RawMessage) (text string) {
	if len(value) > 0 && value[0] == '"' {
		_ = json.Unmarshal(value, &text) // it is valid
	}
	return text
}
