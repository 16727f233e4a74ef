package calendar

// date is a day of the Gregorian calendar. The package computes it itself, because rules look at very many days and
// time.Time does not know the length of a month.
type date struct {
	number      int64 // days since 1970
	year, month int64
	day         int64
	yearDay     int64
	weekday     int64 // 0 is Monday
	inMonth     int64 // number of days in the month
	inYear      int64 // number of days in the year
}

// before holds the number of days of a year before each month.
var before = [13]int64{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// beforeMonth returns the number of days of a year before a month, from 1 to 13.
func beforeMonth(year, month int64) int64 {
	n := before[month-1]
	if month > 2 && leap(year) {
		n++
	}
	return n
}

// dayNumber returns the days since 1970. month may be out of range.
func dayNumber(year, month, d int64) int64 {
	year += floorDiv(month-1, 12)
	month = floorMod(month-1, 12) + 1
	y := year - 1
	return y*365 + floorDiv(y, 4) - floorDiv(y, 100) + floorDiv(y, 400) + beforeMonth(year, month) + d - 1 - epoch
}

// epoch is the number of days from 1 January of year 1 to 1 January 1970.
const epoch = 719162

// weekdayOf returns the weekday of a day, 0 for Monday. 1 January 1970 was a Thursday.
func weekdayOf(number int64) int64 { return floorMod(number+3, 7) }

func dateOf(number int64) date {
	year := 1970 + floorDiv(number*400, 146097) // at most one year off
	for dayNumber(year, 1, 1) > number {
		year--
	}
	for dayNumber(year+1, 1, 1) <= number {
		year++
	}
	d := date{number: number, year: year, yearDay: number - dayNumber(year, 1, 1) + 1, weekday: weekdayOf(number),
		inYear: beforeMonth(year, 13)}
	d.month = min(12, (d.yearDay-1)/29+1) // an upper bound
	for beforeMonth(year, d.month) >= d.yearDay {
		d.month--
	}
	d.day = d.yearDay - beforeMonth(year, d.month)
	d.inMonth = beforeMonth(year, d.month+1) - beforeMonth(year, d.month)
	return d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
