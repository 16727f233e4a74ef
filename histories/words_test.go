package histories

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// These methods print a script, one call per line.

func (w who) String() string { return short(w.email) }

func (o which) String() string {
	if o.who.email == "" {
		return fmt.Sprintf("interview %d", o.n)
	}
	return fmt.Sprintf("%s's interview for %s (or %d)", o.who, o.who.assessment, o.n)
}

func (listRoles) String() string          { return "GET roles" }
func (o readPipeline) String() string     { return "GET pipeline of " + o.posting }
func (o listInterviewers) String() string { return "GET interviewers of " + o.posting }
func (o readSubmission) String() string {
	return fmt.Sprintf("GET submission %d %s", o.n, o.submission)
}
func (o moveClock) String() string { return "it is " + clockText(o.to) }

func (o list) String() string {
	var b strings.Builder
	b.WriteString("GET interviews")
	tell(&b, "of", o.posting, "round", o.round, "email", o.email, "from", clockText(o.from), "to", clockText(o.to),
		"since", clockText(o.since), "live only", yes(o.liveOnly), "limit", number(o.limit), "cursor",
		yes(o.cursor != ""))
	return b.String()
}

func (o read) String() string {
	var b strings.Builder
	b.WriteString("GET interview")
	tell(&b, "of", o.of.named(o.interview), "include", o.include)
	return b.String()
}

func (o book) String() string {
	var b strings.Builder
	b.WriteString("POST interview")
	if o.candidate == "" && o.byID {
		tell(&b, "for the id of", o.who.String())
	}
	tell(&b, "for", o.candidate, "for", short(o.email), "round", o.round, "of", o.posting, "at", clockText(o.start),
		"with", short(o.interviewer), "name", o.name, "link", o.link, "zone", o.zone,
		"external", yes(o.external), "replace", yes(o.replace), "broken:", o.broken)
	return b.String()
}

func (o patch) String() string {
	var b strings.Builder
	b.WriteString("PATCH")
	tell(&b, "", o.of.named(o.interview), "to", short(o.interviewer), "broken:", o.broken)
	return b.String()
}

func (o cancel) String() string    { return "DELETE " + o.of.named(o.interview) }
func (o freshLink) String() string { return "fresh link for " + o.of.named(o.interview) }
func (o endCall) String() string   { return "end the call of " + o.of.named(o.interview) }

func (o which) named(id string) string {
	if id != "" {
		return id
	}
	return o.String()
}

func (o setInterviewers) String() string {
	var b strings.Builder
	b.WriteString("PUT interviewers of " + o.posting)
	for _, e := range o.entries {
		b.WriteString(", " + short(e.email))
		tell(&b, "link", e.link)
		for _, t := range e.slots {
			b.WriteString(" " + clockText(t))
		}
	}
	tell(&b, "broken:", o.broken)
	return b.String()
}

func (o writeSlots) String() string {
	var b strings.Builder
	b.WriteString(map[bool]string{false: "POST", true: "DELETE"}[o.remove] + " slots of " + o.posting)
	for _, x := range o.slots {
		b.WriteString(", " + short(x.email) + " " + clockText(x.start))
	}
	tell(&b, "broken:", o.broken)
	return b.String()
}

func (o readSlots) String() string {
	var b strings.Builder
	b.WriteString("GET slots")
	tell(&b, "of", o.posting, "round", o.round, "from", clockText(o.from), "to", clockText(o.to))
	return b.String()
}

func (o invite) String() string {
	var b strings.Builder
	b.WriteString("POST invite")
	tell(&b, "of", short(o.email), "name", o.name, "to", o.posting, "assessment", o.assessment, "as role",
		yes(o.asRole), "broken:", o.broken)
	return b.String()
}

func (o readTimes) String() string {
	return fmt.Sprintf("%s looks at the times from %s to %s", o.who, clockText(o.from), clockText(o.to))
}

func (o pick) String() string {
	var b strings.Builder
	b.WriteString(o.who.String() + " picks")
	tell(&b, "at", clockText(o.start), "moving from", clockText(o.from), "change", yes(o.change))
	return b.String()
}

func (o useLink) String() string {
	return fmt.Sprintf("link %d is used by %s", o.n, o.holder)
}
func (o startAssessment) String() string {
	return fmt.Sprintf("%s starts %s", o.who, o.who.assessment)
}
func (o submit) String() string {
	return fmt.Sprintf("%s hands in %q for %s", o.who, o.text, o.who.assessment)
}

// tell appends pairs of names and values, without those that have no value.
func tell(b *strings.Builder, pairs ...string) {
	for n := 0; n < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			b.WriteString(strings.TrimRight(" "+pairs[n], " ") + " " + pairs[n+1])
		}
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func short(email string) string {
	name, _, _ := strings.Cut(email, "@")
	return name
}

// clockText returns an instant as the day of the history and the time of day.
func clockText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return fmt.Sprintf("%+d:%s", int(t.Truncate(day).Sub(beginning.Truncate(day))/day),
		strings.TrimSuffix(t.UTC().Format("15:04:05.000"), ":00.000"))
}
