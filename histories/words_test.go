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
	return told("GET interviews", "of", o.posting, "round", o.round, "email", o.email, "from", clockText(o.from), "to",
		clockText(o.to), "since", clockText(o.since), "live only", yes(o.liveOnly), "limit", number(o.limit), "cursor",
		yes(o.cursor != ""))
}

func (o read) String() string {
	return told("GET interview", "of", o.of.named(o.interview), "include", o.include)
}

func (o book) String() string {
	byID := ""
	if o.candidate == "" && o.byID {
		byID = o.who.String()
	}
	return told("POST interview", "for the id of", byID, "for", o.candidate, "for", short(o.email), "round", o.round,
		"of", o.posting, "at", clockText(o.start), "with", short(o.interviewer), "name", o.name, "link", o.link,
		"zone", o.zone, "external", yes(o.external), "replace", yes(o.replace), "broken:", o.broken)
}

func (o patch) String() string {
	return told("PATCH", "", o.of.named(o.interview), "to", short(o.interviewer), "broken:", o.broken)
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
	said := "PUT interviewers of " + o.posting
	for _, e := range o.entries {
		said += ", " + told(short(e.email), "link", e.link)
		for _, t := range e.slots {
			said += " " + clockText(t)
		}
	}
	return told(said, "broken:", o.broken)
}

func (o writeSlots) String() string {
	said := map[bool]string{false: "POST", true: "DELETE"}[o.remove] + " slots of " + o.posting
	for _, x := range o.slots {
		said += ", " + short(x.email) + " " + clockText(x.start)
	}
	return told(said, "broken:", o.broken)
}

func (o readSlots) String() string {
	return told("GET slots", "of", o.posting, "round", o.round, "from", clockText(o.from), "to", clockText(o.to))
}

func (o invite) String() string {
	return told("POST invite", "of", short(o.email), "name", o.name, "to", o.posting, "assessment", o.assessment,
		"as role", yes(o.asRole), "broken:", o.broken)
}

func (o readTimes) String() string {
	return fmt.Sprintf("%s looks at the times from %s to %s", o.who, clockText(o.from), clockText(o.to))
}

func (o pick) String() string {
	return told(o.who.String()+" picks", "at", clockText(o.start), "moving from", clockText(o.from), "change", yes(o.change))
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

// told returns a beginning and pairs of names and values, without those that have no value.
func told(begin string, pairs ...string) string {
	for n := 0; n < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			begin += strings.TrimRight(" "+pairs[n], " ") + " " + pairs[n+1]
		}
	}
	return begin
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
