package notetaker

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

func callback(kind, more string) string {
	return fmt.Sprintf(
		`{"event_id":"evt_7","type":%q,"session_id":"int_1","notetaker_id":"nt_42","occurred_at":"2031-03-04T17:14:09+01:00"%s}`, kind, more)
}

func TestParseCallback(t *testing.T) {
	t.Parallel()
	base := Callback{EventID: "evt_7", SessionID: "int_1", NotetakerID: "nt_42",
		At: time.Date(2031, 3, 4, 16, 14, 9, 0, time.UTC)}
	for kind, c := range map[Kind]struct {
		more string
		want func(*Callback)
	}{
		CallEnded: {``, func(*Callback) {}},
		RecordingReady: {`,"recording":{"available":true,"duration_seconds":2649}`,
			func(c *Callback) { c.Recording = &Recording{true, 2649} }},
		NotesReady: {`,"notes":{"text":"Strong\non caching"},"later":{"x":[1]}`,
			func(c *Callback) { c.Notes = &Notes{"Strong\non caching"} }},
		TranscriptReady: {
			`,"notes":7,"transcript":{"text":"Hi Zoë","segments":[{"speaker":"Ann","start_ms":0,"end_ms":1800,"text":"Hi"},{}]}`, func(c *Callback) {
				c.Transcript = &Transcript{"Hi Zoë", []Segment{{"Ann", 0, 1800, "Hi"}, {}}}
			}},
	} {
		want := base
		want.Kind = kind
		c.want(&want)
		got, err := ParseCallback([]byte(callback(string(kind), c.more)))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v %v, want %+v", kind, got, err, want)
		}
	}
	for _, segments := range []string{``, `,"segments":null`, `,"segments":[]`} {
		got, err := ParseCallback([]byte(callback("transcript", `,"transcript":{"text":"x"`+segments+`}`)))
		if b, _ := json.Marshal(got.Transcript); err != nil || string(b) != `{"text":"x","segments":[]}` {
			t.Errorf("%q: %s %v", segments, b, err)
		}
	}
}

func TestParseCallbackRefuses(t *testing.T) {
	t.Parallel()
	transcript := func(s string) string { return callback("transcript", `,"transcript":`+s) }
	segment := func(s string) string { return transcript(`{"segments":[{"text":"fine"},` + s + `]}`) }
	for _, c := range []struct{ body, want string }{
		{``, "no JSON object"}, {`null`, "no JSON object"}, {`[]`, "no JSON object"}, {`"x"`, "no JSON object"},
		{`{`, "no JSON object"},
		{callback("call_ended", "") + `{}`, "no JSON object"},
		{"{\"event_id\":\"\xff\"}", "UTF-8"},
		{strings.Repeat(`{"a":`, 20_000) + `1` + strings.Repeat(`}`, 20_000), "no JSON object"},
		{strings.Replace(callback("call_ended", ""), `"evt_7"`, `7`, 1), "number at event_id"},
		{strings.Replace(callback("call_ended", ""), `evt_7`, ``, 1), "event_id"},
		{strings.Replace(callback("call_ended", ""), `evt_7`, `a b`, 1), "event_id"},
		{strings.Replace(callback("call_ended", ""), `evt_7`, strings.Repeat("x", 201), 1), "event_id"},
		{strings.Replace(callback("call_ended", ""), `int_1`, `in\u0000t`, 1), "session_id"},
		{strings.Replace(callback("call_ended", ""), `nt_42`, "a\\nb", 1), "notetaker_id"},
		{strings.Replace(callback("call_ended", ""), `2031-03-04T17:14:09+01:00`, `yesterday`, 1), "occurred_at"},
		{strings.Replace(callback("call_ended", ""), `2031-03-04T17:14:09+01:00`, `2031-03-04T17:14:09`, 1),
			"occurred_at"},
		{strings.Replace(callback("call_ended", ""), `2031`, `0001`, 1), "occurred_at"},
		{callback("party", ""), "type"}, {callback("", ""), "type"},
		{callback("transcript", ""), "transcript is no JSON object"}, {callback("notes", ""), "notes is no"},
		{callback("recording", `,"recording":true`), "recording is no"},
		{transcript(`{"text":7}`), "transcript has a number at text"},
		{transcript(`{"text":"` + strings.Repeat("x", 4<<20+1) + `"}`), "transcript.text has"},
		{transcript(`{"text":"a\u0000b"}`), "transcript.text holds U+0000"},
		{transcript(`{"segments":{}}`), "transcript.segments is no array"},
		{transcript(`{"segments":"x"}`), "no array"},
		{transcript(`{"segments":[` + strings.Repeat(`{},`, 20_000) + `{}]}`), "more than 20000"},
		{segment(`7`), "segments[1]"}, {segment(`{"start_ms":1.5}`), "segments[1]"},
		{segment(`{"start_ms":-1,"end_ms":2}`), "segments[1] is from -1"},
		{segment(`{"start_ms":5,"end_ms":4}`), "segments[1] is from 5 to 4"},
		{segment(`{"end_ms":604800001}`), "segments[1]"}, {segment(`{"end_ms":1e30}`), "segments[1]"},
		{segment(`{"speaker":"` + strings.Repeat("x", 201) + `"}`), "segments[1].speaker has 201"},
		{segment(`{"speaker":"\u0000"}`), "segments[1].speaker"},
		{segment(`{"text":"` + strings.Repeat("x", 20_001) + `"}`), "segments[1].text has 20001"},
		{callback("recording", `,"recording":{"duration_seconds":-1}`), "recording.duration_seconds"},
		{callback("recording", `,"recording":{"duration_seconds":604801}`), "recording.duration_seconds"},
		{callback("recording", `,"recording":{"available":"yes"}`), "recording has a string at available"},
		{callback("notes", `,"notes":{"text":"`+strings.Repeat("x", 256<<10+1)+`"}`), "notes.text has"},
	} {
		got, err := ParseCallback([]byte(c.body))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") ||
			len(err.Error()) > 300 || errors.Is(err, ErrTooLarge) {
			t.Errorf("%.80s: got %v, want …%s…", c.body, err, c.want)
		}
		if !reflect.DeepEqual(got, Callback{}) {
			t.Errorf("%.80s: gave %+v", c.body, got)
		}
	}
	if _, err := ParseCallback(make([]byte, MaxCallback+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

// TestParseCallbackIsFrugal is not parallel because it measures allocations.
func TestParseCallbackIsFrugal(t *testing.T) { //nolint:paralleltest // it measures the process
	body := []byte(callback("transcript", `,"transcript":{"segments":[`+strings.Repeat(`{},`, 2_600_000)+`{}]}`))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ParseCallback(body)
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; err == nil || used > 64 {
		t.Errorf("%d MB allocated, %v", used, err)
	}
}

func FuzzParseCallback(f *testing.F) {
	f.Add([]byte(callback("transcript",
		`,"transcript":{"text":"x","segments":[{"speaker":"a","start_ms":0,"end_ms":1,"text":"y"}]}`)))
	f.Add([]byte(callback("notes", `,"notes":{"text":"x"}`)))
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := ParseCallback(body)
		if err == nil && (c.EventID == "" || c.SessionID == "" || c.At.IsZero()) {
			t.Errorf("%q gave %+v", body, c)
		}
	})
}
