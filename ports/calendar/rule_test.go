package calendar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teambition/rrule-go"
)

// wall parses a local time into the number that rules use.
func wall(t *testing.T, s string) int64 {
	t.Helper()
	w, _, _, ok := parseWall(s)
	if !ok {
		t.Fatalf("%q is not a time", s)
	}
	return w
}

// starts expands a rule from a start to an end in local time.
func starts(t *testing.T, rule, start, to string) []string {
	t.Helper()
	r, err := parseRule(rule)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	from := wall(t, start)
	if !r.expand(from, func(u moment) int64 { return u.wall }, span{from, wall(t, to)},
		newBudget(), func(w int64) bool {
			all = append(all, time.Unix(w, 0).UTC().Format("20060102T150405"))
			return true
		}) {
		t.Fatalf("%s exceeded its budget", rule)
	}
	return all
}

// TestRule_examples has the examples of RFC 5545 3.8.5.3 with the occurrences that it lists, in New York's local time.
func TestRule_examples(t *testing.T) {
	t.Parallel()
	const start = "19970902T090000"
	for _, c := range []struct {
		rule, start string
		want        string // dates, or times; … if there are more
	}{
		{"FREQ=DAILY;COUNT=10", start, "0902 0903 0904 0905 0906 0907 0908 0909 0910 0911"},
		{"FREQ=DAILY;INTERVAL=10;COUNT=5", start, "0902 0912 0922 1002 1012"},
		{"FREQ=WEEKLY;INTERVAL=2;WKST=SU", start, "0902 0916 0930 1014 1028 1111 1125 1209 1223 …"},
		{"FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", start,
			"0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", start, "0902 0904 0916 0918 0930 1002 1014 1016"},
		{"FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "19970905T090000",
			"0905 1003 1107 1205 19980102 19980206 19980306 19980403 19980501 19980605"},
		{"FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "19970922T090000", "0922 1020 1117 1222 19980119 19980216"},
		{"FREQ=MONTHLY;BYMONTHDAY=-3", "19970928T090000", "0928 1029 1128 1229 19980129 19980226 …"},
		{"FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "19970930T090000",
			"0930 1001 1031 1101 1130 1201 1231 19980101 19980131 19980201"},
		{"FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", start,
			"0902 0909 0916 0923 0930 1104 1111 1118 1125 19980106 19980113 19980120 19980127 19980303 …"},
		{"FREQ=YEARLY;BYDAY=20MO", "19970519T090000", "0519 19980518 19990517 …"},
		{"FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "19970512T090000", "0512 19980511 19990517 …"},
		{"FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "19970313T090000",
			"0313 0320 0327 19980305 19980312 19980319 19980326 19990304 …"},
		{"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "19970902T090000", "19980213 19980313 19981113 19990813 20001013 …"},
		{"FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105T090000",
			"19961105 20001107 20041102 …"},
		{"FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "19970904T090000", "0904 1007 1106"},
		{"FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", start, "0902T090000 0902T120000 0902T150000"},
		{"FREQ=MINUTELY;INTERVAL=15;COUNT=6", start,
			"0902T090000 0902T091500 0902T093000 0902T094500 0902T100000 0902T101500"},
		{"FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20,40", start,
			"0902T090000 0902T092000 0902T094000 0902T100000 0902T102000 0902T104000 0903T090000 …"},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "19970805T090000", "0805 0810 0819 0824"},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "19970805T090000", "0805 0817 0819 0831"},
		// rules that the RFC describes in words
		{"FREQ=YEARLY", "19960229T090000", "19960229 20000229 20040229 …"},
		{"FREQ=YEARLY;BYWEEKNO=53", "20040101T090000", "20041230 20091231 20151231 …"},
		{"FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "19971228T090000", "19971228 19990103 20000102 20001231 …"},
		{"FREQ=SECONDLY;INTERVAL=20;BYMINUTE=5;COUNT=4", start, "0902T090500 0902T090520 0902T090540 0902T100500"},
		{"FREQ=HOURLY;INTERVAL=5;BYDAY=WE;COUNT=3", start, "0903T000000 0903T050000 0903T100000"},
		{"FREQ=DAILY;BYSETPOS=-1;BYHOUR=9,17;COUNT=2", start, "0902T170000 0903T170000"},
		// rrule-go differs: its first week begins at the start
		{"FREQ=WEEKLY;BYDAY=SU,MO,SA;BYSETPOS=2;WKST=SU;COUNT=3", "20240408T090000", "20240408 20240415 20240422"},
		{"FREQ=YEARLY;BYYEARDAY=-1,366", start, "19971231 19981231 19991231 20001231 20011231 …"},
		{"FREQ=HOURLY;INTERVAL=2;BYHOUR=1", "19970902T000000", ""},
		{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", start, ""},
		{"FREQ=DAILY;UNTIL=19970903", start, "0902"}, // for a rule alone, a date is its midnight
		{"freq=daily;count=1;x-odd=1;skip=omit;rscale=gregorian", start, "0902"},
	} {
		to := "20300201T000000"
		if strings.Contains(c.rule, "MINUTELY") || strings.Contains(c.rule, "BYMINUTE") {
			to = "19970904T000000"
		}
		got := starts(t, c.rule, c.start, to)
		want := strings.Fields(c.want)
		if n := len(want); n > 0 && want[n-1] == "…" {
			want = want[:n-1]
			got = got[:min(len(got), len(want))]
		}
		for i, w := range want {
			if d, _, _ := strings.Cut(w, "T"); len(d) == 4 {
				w = "1997" + w
			}
			if !strings.Contains(w, "T") {
				w += "T" + c.start[9:]
			}
			want[i] = w
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s from %s:\n got %v\nwant %v", c.rule, c.start, got, want)
		}
	}
}

func TestRule_refused(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "FREQ=", "FREQ=FORTNIGHTLY", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1",
		"FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=x", "FREQ=DAILY;UNTIL=soon",
		"FREQ=DAILY;BYDAY=XX", "FREQ=DAILY;BYDAY=", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=54MO",
		"FREQ=DAILY;BYHOUR=24", "FREQ=DAILY;BYMINUTE=60", "FREQ=DAILY;BYSECOND=61", "FREQ=DAILY;BYMONTH=13",
		"FREQ=DAILY;BYMONTH=0", "FREQ=DAILY;BYMONTHDAY=32", "FREQ=DAILY;BYMONTHDAY=0", "FREQ=DAILY;BYSETPOS=367",
		"FREQ=DAILY;BYEASTER=0", "FREQ=YEARLY;RSCALE=HEBREW", "FREQ=DAILY;WKST=1",
	} {
		if r, err := parseRule(bad); err == nil {
			t.Errorf("%q was accepted as a rule: %+v", bad, r)
		}
	}
}

// randomRule returns a rule that all three implementations can expand.
func randomRule(r *rand.Rand) string {
	days := func() string {
		p := r.Perm(7)[:1+r.IntN(3)]
		var s []string
		for _, i := range p {
			s = append(s, weekdayNames[i])
		}
		return strings.Join(s, ",")
	}
	list := func(n, most int) string {
		var s []string
		for range 1 + r.IntN(n) {
			s = append(s, fmt.Sprint(1+r.IntN(most)))
		}
		return strings.Join(s, ",")
	}
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	return []func() string{
		func() string { return fmt.Sprintf("FREQ=DAILY;INTERVAL=%d", 1+r.IntN(9)) },
		func() string { return fmt.Sprintf("FREQ=DAILY;BYDAY=%s;INTERVAL=%d", days(), 1+r.IntN(3)) },
		func() string { return fmt.Sprintf("FREQ=DAILY;BYMONTH=%s", list(3, 12)) },
		func() string {
			return fmt.Sprintf("FREQ=WEEKLY;INTERVAL=%d;BYDAY=%s;WKST=%s", 1+r.IntN(4), days(), weekdayNames[r.IntN(7)])
		},
		func() string { return fmt.Sprintf("FREQ=WEEKLY;INTERVAL=%d", 1+r.IntN(5)) },
		func() string {
			return fmt.Sprintf("FREQ=MONTHLY;INTERVAL=%d;BYMONTHDAY=%s",
				1+r.IntN(3), pick("1", "15", "29", "30", "31", "-1", "-2", "1,-1", "10,20,31"))
		},
		func() string {
			return fmt.Sprintf("FREQ=MONTHLY;INTERVAL=%d;BYDAY=%s%s",
				1+r.IntN(3), pick("1", "2", "3", "4", "5", "-1", "-2", ""), weekdayNames[r.IntN(7)])
		},
		func() string { return fmt.Sprintf("FREQ=MONTHLY;INTERVAL=%d", 1+r.IntN(5)) },
		func() string {
			return fmt.Sprintf("FREQ=MONTHLY;BYDAY=%s;BYMONTHDAY=%s",
				days(), pick("13", "1,2,3,4,5,6,7", "8,9,10,11,12,13,14"))
		},
		func() string {
			return fmt.Sprintf("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=%s", pick("1", "-1", "2", "1,-1", "5"))
		},
		func() string { return fmt.Sprintf("FREQ=YEARLY;INTERVAL=%d", 1+r.IntN(3)) },
		func() string { return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%s", list(3, 12)) },
		func() string {
			return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=%s%s",
				1+r.IntN(12), pick("1", "2", "-1", ""), weekdayNames[r.IntN(7)])
		},
		func() string { return fmt.Sprintf("FREQ=YEARLY;BYYEARDAY=%s", list(3, 365)) },
		func() string {
			return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYMONTHDAY=%s",
				1+r.IntN(12), pick("1", "-1", "15", "31", "5,6,7"))
		},
	}[r.IntN(15)]()
}

// TestRule_asRRuleGo compares with rrule-go on common and on odd rules.
func TestRule_asRRuleGo(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5545))
	for i := range fewer(1000) {
		start := time.Date(2020+r.IntN(8), time.Month(1+r.IntN(12)), 1+r.IntN(31), r.IntN(24), 15*r.IntN(4),
			0, 0, time.UTC)
		rule := randomRule(r)
		if i%3 == 0 { // odd rules
			rule = []string{
				fmt.Sprintf("FREQ=HOURLY;INTERVAL=%d;BYDAY=MO,WE;BYMINUTE=0,30", 1+r.IntN(5)),
				fmt.Sprintf("FREQ=HOURLY;INTERVAL=%d", 1+r.IntN(50)),
				fmt.Sprintf("FREQ=MINUTELY;INTERVAL=%d;BYHOUR=9,10,17", 15*(1+r.IntN(7))),
				fmt.Sprintf("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;BYSETPOS=%d", 1+r.IntN(4)),
				fmt.Sprintf("FREQ=YEARLY;BYWEEKNO=%d;BYDAY=MO,TH;WKST=%s", 1+r.IntN(53), weekdayNames[r.IntN(7)]),
				fmt.Sprintf("FREQ=YEARLY;BYDAY=%dFR,-%dTU", 1+r.IntN(53), 1+r.IntN(53)),
				fmt.Sprintf("FREQ=YEARLY;BYMONTH=2,5;BYDAY=MO,TU;BYSETPOS=%d,-%d", 1+r.IntN(9), 1+r.IntN(9)),
				fmt.Sprintf("FREQ=MINUTELY;INTERVAL=%d;BYDAY=TU;BYMONTH=3", 7*(1+r.IntN(90))),
			}[r.IntN(8)]
		}
		to := start.AddDate(0, 6+r.IntN(24), 0)
		switch r.IntN(3) {
		case 0:
			rule += fmt.Sprintf(";COUNT=%d", 1+r.IntN(60))
		case 1:
			rule += ";UNTIL=" + start.AddDate(0, r.IntN(30), r.IntN(9)).Format("20060102T150405")
		}
		opt, err := rrule.StrToROption(rule)
		if err != nil {
			t.Fatal(rule, err)
		}
		opt.Dtstart = start
		theirs, err := rrule.NewRRule(*opt)
		if err != nil {
			t.Fatal(rule, err)
		}
		var want []string
		next := theirs.Iterator()
		for w, ok := next(); ok && w.Before(to); w, ok = next() {
			want = append(want, w.Format("20060102T150405"))
		}
		got := starts(t, rule, start.Format("20060102T150405"), to.Format("20060102T150405"))
		if !slices.Equal(got, want) {
			t.Fatalf("%s from %s: %d and %d\n got %v\nwant %v", rule, start.Format("20060102T150405"), len(got),
				len(want), got[:min(len(got), 9)], want[:min(len(want), 9)])
		}
		// The expansion of a part gives the same part.
		from := start.AddDate(0, 0, r.IntN(500))
		var part []string
		ours, _ := parseRule(rule)
		ours.expand(start.Unix(), func(u moment) int64 { return u.wall }, span{from.Unix(), to.Unix()},
			newBudget(), func(w int64) bool {
				if w >= from.Unix() {
					part = append(part, time.Unix(w, 0).UTC().Format("20060102T150405"))
				}
				return true
			})
		want = slices.DeleteFunc(want, func(s string) bool { return s < from.Format("20060102T150405") })
		if !slices.Equal(part, want) {
			t.Fatalf("%s from %s, expanded from %s: %d and %d",
				rule, start.Format("20060102T150405"), from.Format("20060102T150405"), len(part), len(want))
		}
	}
}
