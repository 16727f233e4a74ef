package letters

import "strings"

// voice is what one kind of letter says to one role.
type voice struct {
	Subject   string
	Preheader string // shown by an inbox beside the subject
	Badge     string // one word above the heading
	Heading   string
	Lead      string
}

// fill replaces the placeholders of a text in one pass, so that a value that looks like a placeholder is not replaced
// again.
func fill(text string, values []string) string {
	return strings.NewReplacer(values...).Replace(text)
}

// values returns what the placeholders of a letter stand for, each followed by its text: texts from outside with at
// most so many characters, and names as the function has them.
type values func(most int, name func(string) string) []string

// full are the values for the body of a letter.
func (of values) full() []string { return of(maxTitle, unlinked) }

// brief are the values for a line of the body.
func (of values) brief() []string { return of(maxInRow, unlinked) }

// speak returns a view with what the voice says, and nothing else yet. Of its texts only the subject has names as they
// are.
func (in language) speak(say voice, of values) view {
	full, brief := of.full(), of.brief()
	return view{
		Language: in.Code, Subject: fill(say.Subject, of(maxInRow, asItIs)), Preheader: fill(say.Preheader, brief),
		Badge: say.Badge, Heading: fill(say.Heading, brief), Greeting: fill(in.Greeting, full),
		Lead: fill(say.Lead, full),
	}
}
