package calendar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// expandAll is a program for node. It reads calendars and writes the occurrences of their events, as pairs of Unix
// times, computed by ical.js, which shares nothing with this package but RFC 5545.
const expandAll = `
const { default: ICAL } = await import(process.env.LITMUS_TEST_ICALJS);
let text = '';
for await (const chunk of process.stdin) text += chunk;
const out = JSON.parse(text).map(ics => {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const master = calendar.getAllSubcomponents('vevent').find(c => !c.hasProperty('recurrence-id'));
  const event = new ICAL.Event(master), all = [];
  for (let next, it = event.iterator(); (next = it.next()) && all.length < 3000;) {
    const o = event.getOccurrenceDetails(next);
    if (o.item.component.getFirstPropertyValue('status') !== 'CANCELLED') all.push([o.startDate.toUnixTime(), o.endDate.toUnixTime()]);
  }
  return all;
});
console.log(JSON.stringify(out));
`

// icaljs returns the path of ical.js (npm i ical.js; LITMUS_TEST_ICALJS names the package's folder or its
// dist/ical.js). Without that or node the test is skipped, but fails in CI.
func icaljs(t *testing.T) string {
	t.Helper()
	missing := func(what string) {
		if os.Getenv("CI") == "true" {
			t.Fatal(what)
		}
		t.Skip(what)
	}
	path := os.Getenv("LITMUS_TEST_ICALJS")
	if path == "" {
		missing("LITMUS_TEST_ICALJS does not name ical.js: npm i ical.js@2.2.1")
	}
	if i, err := os.Stat(path); err == nil && i.IsDir() {
		path = filepath.Join(path, "dist", "ical.js")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		missing("there is no ical.js at LITMUS_TEST_ICALJS: " + path)
	}
	if _, err := exec.LookPath("node"); err != nil {
		missing("node is not installed")
	}
	return path
}

// zoneText returns a zone as a VTIMEZONE with this name, in which every change from 2019 to 2032 is listed.
func zoneText(name string, zone *time.Location) string {
	offset := func(seconds int) string {
		sign := "+"
		if seconds < 0 {
			sign, seconds = "-", -seconds
		}
		return fmt.Sprintf("%s%02d%02d", sign, seconds/3600, seconds/60%60)
	}
	lines := []string{"BEGIN:VTIMEZONE", "TZID:" + name}
	at := time.Date(2019, 1, 1, 0, 0, 0, 0, zone)
	for at, _ = at.ZoneBounds(); !at.IsZero() && at.Year() < 2032; _, at = at.ZoneBounds() {
		kind := "STANDARD"
		if at.IsDST() {
			kind = "DAYLIGHT"
		}
		_, before := at.Add(-time.Second).Zone()
		_, after := at.Zone()
		lines = append(lines, "BEGIN:"+kind, "DTSTART:"+
			at.UTC().Add(time.Duration(before)*time.Second).Format("20060102T150405"),
			"TZOFFSETFROM:"+offset(before), "TZOFFSETTO:"+offset(after), "END:"+kind)
	}
	return strings.Join(append(lines, "END:VTIMEZONE"), "\r\n")
}

// trial is a calendar with one recurring event, and its expected differences.
type trial struct {
	text  string
	rule  string
	start int64 // the instant of the first start
	zone  *time.Location
	odd   []int64 // instants that are occurrences for ical.js but do not match the rule
}

// trials makes calendars with random rules, exceptions, further dates and overrides, in three zones of the tz database,
// under their own names and under names that only the calendar explains.
func trials(t *testing.T, n int) []trial {
	r := rand.New(rand.NewPCG(4791, 5545))
	// Lord Howe moves its clocks by half an hour.
	zones := []string{"America/New_York", "Europe/Berlin", "Australia/Lord_Howe"}
	var all []trial
	for len(all) < n {
		zone := mustZone(zones[r.IntN(3)])
		name := zone.String()
		if r.IntN(2) == 0 {
			name = "Zone of our own"
		}
		start := time.Date(2024+r.IntN(3), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), 30*r.IntN(2),
			0, 0, time.UTC)
		rule := randomRule(r)
		until := start.AddDate(0, 6+r.IntN(24), r.IntN(9))
		if r.IntN(2) == 0 {
			rule += fmt.Sprintf(";COUNT=%d", 3+r.IntN(40))
			until = start.AddDate(4, 0, 0)
		} else {
			rule += ";UNTIL=" + stamp(time.Unix(location{zone}.instant(until.Unix()), 0))
		}
		p, err := parseRule(rule)
		if err != nil {
			t.Fatal(rule, err)
		}
		var walls []string
		p.expand(start.Unix(), func(moment) int64 { return until.Unix() }, span{start.Unix(), until.Unix()},
			newBudget(), func(w int64) bool {
				walls = append(walls, time.Unix(w, 0).UTC().Format("20060102T150405"))
				return len(walls) < 400
			})
		if len(walls) == 0 {
			continue // ical.js would search for the first occurrence without end
		}
		local := start.Format("20060102T150405")
		tz := ";TZID=" + name
		lines := []string{"DTSTART" + tz + ":" + local, "DURATION:PT50M", "RRULE:" + rule}
		tr := trial{rule: rule, start: location{zone}.instant(start.Unix()), zone: zone}
		if walls[0] != local {
			tr.odd = append(tr.odd, tr.start)
			if before, after, ok := strings.Cut(rule, ";BYSETPOS="); ok {
				_, after, _ = strings.Cut(after, ";")
				first := starts(t, before+";"+after, local, until.AddDate(1, 0, 0).Format("20060102T150405"))[0]
				tr.odd = append(tr.odd, location{zone}.instant(wall(t, first)))
			}
		}
		var excepted []string
		if r.IntN(2) == 0 {
			excepted = []string{walls[r.IntN(len(walls))], walls[r.IntN(len(walls))]}
			lines = append(lines, "EXDATE"+tz+":"+strings.Join(excepted, ","))
		}
		if r.IntN(4) == 0 {
			more := start.AddDate(0, 0, 1+r.IntN(100)).Add(17 * time.Minute)
			lines = append(lines, "RDATE"+tz+":"+more.Format("20060102T150405"))
		}
		parts := []string{zoneText(name, zone), eventOf(lines...)}
		// For an occurrence with both an exception and an override, the RFC names no outcome. Here the override counts.
		walls = slices.DeleteFunc(walls, func(s string) bool { return slices.Contains(excepted, s) })
		if len(walls) > 3 && r.IntN(3) == 0 {
			moved := walls[1+r.IntN(len(walls)-1)]
			at, _, _, _ := parseWall(moved)
			to := time.Unix(at, 0).UTC().Add(3*time.Hour + 7*time.Minute).Format("20060102T150405")
			parts = append(parts, eventOf("RECURRENCE-ID"+tz+":"+moved, "DTSTART"+tz+":"+to, "DURATION:PT20M"))
			if off := walls[1+r.IntN(len(walls)-1)]; off != moved {
				parts = append(parts, eventOf("RECURRENCE-ID"+tz+":"+off, "DTSTART"+tz+":"+off, "DURATION:PT50M",
					"STATUS:CANCELLED"))
			}
		}
		tr.text = calendarOf(parts...)
		all = append(all, tr)
	}
	return all
}

// TestBusy_asICALJS compares with ical.js on random calendars. ical.js differs in three ways, each of which is checked
// exactly:
//
//   - A start that does not match the rule: for some rules (BYSETPOS, DAILY with BYMONTH) ical.js makes the start an
//     occurrence nevertheless and counts it. With BYSETPOS it does the same with the first occurrence that the rule
//     would have without BYSETPOS. We do neither. RFC 5545 3.8.5.3 calls the outcome undefined.
//   - A local time that occurs twice: ical.js takes the second, whereas RFC 5545 3.3.5 says the first. It also computes
//     ends in local time, where the hours and minutes of a duration should be elapsed time (3.3.6).
//   - A local time that is skipped: ical.js takes the offset after the change, whereas RFC 5545 3.3.5 says the one
//     before it.
func TestBusy_asICALJS(t *testing.T) {
	t.Parallel()
	path := icaljs(t)
	all := trials(t, 600)
	var texts []string
	for _, c := range all {
		texts = append(texts, c.text)
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var out, words bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "node", "--input-type=module", "-e", expandAll)
	cmd.Env = append(os.Environ(), "LITMUS_TEST_ICALJS=file://"+path)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &words
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v\n%s", err, words.String())
	}
	var theirs [][][2]int64
	if err := json.Unmarshal(out.Bytes(), &theirs); err != nil || len(theirs) != len(all) {
		t.Fatalf("ical.js answered %d calendars, %v", len(theirs), err)
	}
	end := time.Date(2031, 6, 1, 0, 0, 0, 0, time.UTC) // the VTIMEZONEs end here
	same, occurrences, unmatched, twice, never := 0, 0, 0, 0, 0
	for i, c := range all {
		blocks, err := read(c.text, time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC), end, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		var ours [][2]int64
		for _, b := range blocks {
			ours = append(ours, [2]int64{b.From.Unix(), b.To.Unix()})
		}
		occurrences += len(ours)
		want := slices.DeleteFunc(theirs[i], func(o [2]int64) bool { return o[0] >= end.Unix() })
		slices.SortFunc(want, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
		if slices.Equal(ours, want) {
			same++
			continue
		}
		// ical.js has the odd occurrences in addition and, if the rule has a COUNT, as many fewer at the end.
		odd := 0
		want = slices.DeleteFunc(want, func(o [2]int64) bool {
			more := slices.Contains(c.odd, o[0]) &&
				!slices.ContainsFunc(ours, func(m [2]int64) bool { return m[0] == o[0] })
			if more {
				odd++
			}
			return more
		})
		if strings.Contains(c.rule, "COUNT") && len(want) == len(ours)-odd {
			ours = ours[:len(want)]
		}
		unmatched += odd
		if len(ours) != len(want) {
			t.Errorf("%s in %s: %d occurrences, ical.js has %d\n ours   %v\n theirs %v\n%s",
				c.rule, c.zone, len(ours), len(want), ours, want, c.text[strings.Index(c.text, "BEGIN:VEVENT"):])
			continue
		}
		for k := range ours {
			if ours[k] == want[k] {
				continue
			}
			z := location{c.zone}
			shown := func(ours, theirs int64) bool { return theirs > ours && z.wall(theirs) == z.wall(ours) }
			wall := z.wall(ours[k][0])
			switch {
			case shown(ours[k][0], want[k][0]), ours[k][0] == want[k][0] && shown(ours[k][1], want[k][1]):
				twice++
			case z.instant(wall) == ours[k][0] && z.wall(want[k][0]) != wall:
				never++
			default:
				t.Errorf("%s in %s: %s, ical.js says %s\n%s", c.rule, c.zone, time.Unix(ours[k][0], 0).In(c.zone),
					time.Unix(want[k][0], 0).In(c.zone), c.text[strings.Index(c.text, "BEGIN:VEVENT"):])
			}
		}
	}
	t.Logf("%d calendars with %d occurrences: %d calendars the same; %d occurrences that no rule makes, %d times that "+
		"occur twice, %d that are skipped", len(all), occurrences, same, unmatched, twice, never)
	if same < 400 {
		t.Errorf("only %d calendars are the same", same)
	}
}
