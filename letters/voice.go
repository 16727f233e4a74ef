package letters

import (
	"strings"
	"time"

	"litmus/models/timetable"
	"litmus/phrases"
)

// english is what members read, and members is what is said to them alone.
var (
	english = phrases.Locale{Language: &phrases.English}
	members = &phrases.Members
)

// in returns the language of the letter: a candidate's own, and English for members.
func (l Letter) in() phrases.Locale {
	if l.Role != Candidate {
		return english
	}
	return phrases.Locale{Language: phrases.Of(l.Language), Twelve: l.TwelveHours}
}

// says returns what a letter of a kind says to the recipient's role, zero if there is none.
func (l Letter) says(kind Kind) phrases.Voice {
	if l.Role == Candidate {
		return l.in().Letters.Voices[string(kind)]
	}
	return members.Voices[string(l.Role)][string(kind)]
}

// toRole returns what letters say to the recipient's role.
func (l Letter) toRole(in phrases.Locale) phrases.ToRole {
	if l.Role == Candidate {
		return in.Letters.ToRole
	}
	return members.To[string(l.Role)]
}

// zone returns the abbreviation of an instant's zone, such as CET, or its offset, such as UTC+5:45.
func zone(in phrases.Locale, t time.Time) string {
	name := timetable.ZoneAbbreviation(t)
	if len(name) > len("UTC") && strings.HasPrefix(name, "UTC") {
		return phrases.Offset(t)
	}
	return in.Abbreviation(name)
}

// clock returns a time of day with its zone: 10:00 EST.
func clock(in phrases.Locale, t time.Time) string { return in.Time(t) + " " + zone(in, t) }

// instant returns a day and a time of day with its zone: Mon 3 Mar 2031 10:00 EST.
func instant(in phrases.Locale, t time.Time) string { return in.Short(t) + " " + zone(in, t) }

// span returns a day with times of it, and the zone in words: Monday, 3 March 2031, 10:00–11:00 EST (New York time,
// UTC−5).
func span(in phrases.Locale, day time.Time, times string) string {
	return in.Day(day) + ", " + times + " (" + in.ZoneAt(day) + ")"
}

// fill replaces the placeholders of a text, see [phrases.Fill].
func fill(text string, values []string) string { return phrases.Fill(text, values...) }

// values returns what the placeholders of a letter stand for, each followed by its text: texts from outside with at
// most so many characters, and names as the function has them.
type values func(most int, name func(string) string) []string

// full are the values for the body of a letter.
func (v values) full() []string { return v(maxTitle, unlinked) }

// brief are the values for a line of the body.
func (v values) brief() []string { return v(maxInRow, unlinked) }

// speak returns a view with what the voice says, and nothing else yet. Of its texts only the subject has names as they
// are.
func speak(in phrases.Locale, say phrases.Voice, words values) view {
	full, brief := words.full(), words.brief()
	return view{
		Language: in.Code, Subject: fill(say.Subject, words(maxInRow, asItIs)), Preheader: fill(say.Preheader, brief),
		Badge: say.Badge, Heading: fill(say.Heading, brief), Greeting: fill(in.Letters.Greeting, full),
		Lead: fill(say.Lead, full),
	}
}
