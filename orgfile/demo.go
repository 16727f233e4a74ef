package orgfile

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
	"time"
	_ "time/tzdata" // so that the demonstration also loads on a machine without zone files

	"litmus/models/setup"
)

const (
	demoZone = "Europe/Amsterdam" // its offset is in whole hours, so that local half hours are on the grid
	demoDays = 20                 // working days with slots: four weeks
)

//go:embed demo.yaml
var demoText string

// Demo returns the demonstration organization that `litmus up` loads into an empty database. It has slots on the
// working days of the four weeks after now, and a history before now. It is read by [Parse] like any other organization
// file. A problem in it is a bug, so Demo panics.
func Demo(now time.Time) setup.Setup {
	setup, err := Parse("demo.yaml", demoFile(now))
	if err != nil {
		panic("orgfile: the demonstration organization: " + err.Error())
	}
	return setup
}

// demoFile fills the dates into demo.yaml: {{slots "10:00" …}} becomes the list of these local times on each working
// day to come, and {{ago 5 "10:00"}} that time five working days ago.
func demoFile(now time.Time) []byte {
	at := func(days int, clock string) time.Time { return DemoTime(now, days, clock).UTC() }
	page := template.Must(template.New("demo.yaml").Funcs(template.FuncMap{
		"ago": func(days int, clock string) string { return at(-days, clock).Format(time.RFC3339) },
		"slots": func(clocks ...string) string {
			var all []string
			for day := 1; day <= demoDays; day++ {
				for _, clock := range clocks {
					all = append(all, at(day, clock).Format(time.RFC3339))
				}
			}
			return "[" + strings.Join(all, ", ") + "]"
		},
	}).Parse(demoText))
	var file bytes.Buffer
	if err := page.Execute(&file, nil); err != nil {
		panic("orgfile: demo.yaml: " + err.Error())
	}
	return file.Bytes()
}

// DemoTime returns a time of the day, such as 10:00, on the n-th working day of the demonstration organization after
// now, or before it if n is negative, in its zone. A time that cannot be read is a bug, so DemoTime panics.
func DemoTime(now time.Time, n int, clock string) time.Time {
	zone, err := time.LoadLocation(demoZone)
	if err != nil {
		panic("orgfile: " + err.Error())
	}
	var hour, minute int
	if _, err := fmt.Sscanf(clock, "%d:%d", &hour, &minute); err != nil {
		panic("orgfile: the demonstration organization: " + err.Error())
	}
	year, month, day := workingDay(now.In(zone), n).Date()
	return time.Date(year, month, day, hour, minute, 0, 0, zone)
}

// workingDay returns noon of the n-th working day (Monday to Friday) after the day of t, or before it if n is negative.
func workingDay(t time.Time, n int) time.Time {
	year, month, day := t.Date()
	d, step := time.Date(year, month, day, 12, 0, 0, 0, t.Location()), 1 // clocks never change at noon
	if n < 0 {
		n, step = -n, -1
	}
	for n > 0 {
		d = d.AddDate(0, 0, step)
		if w := d.Weekday(); w != time.Saturday && w != time.Sunday {
			n--
		}
	}
	return d
}
