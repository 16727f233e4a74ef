package desk

import (
	"time"
	_ "time/tzdata"

	"litmus/models/timetable"
)

// Mon is an instant of the Monday of the tests' interviews.
func Mon(hour, minute int) time.Time { return time.Date(2031, 3, 3, hour, minute, 0, 0, time.UTC) }

// Thu is when tests book unless they say otherwise: four days before the interview.
var Thu = time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)

// Noon is that of the Monday.
var Noon = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)

// Span is a range of that Monday.
func Span(fromHour, fromMinute, toHour, toMinute int) timetable.Range {
	return timetable.Range{From: Mon(fromHour, fromMinute), To: Mon(toHour, toMinute)}
}

// Zones are zones with every sort of offset and change.
var Zones = []string{"UTC", "America/New_York", "Europe/London", "Asia/Kolkata", "Asia/Kathmandu",
	"Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca"}
