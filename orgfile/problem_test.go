package orgfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// head is the smallest organization file. It has one line, so the text of a case begins on line 2.
const head = "organization: {slug: a, name: A}\n"

// withPipeline is head and everything that references may refer to. The text of a case begins on line 12.
const withPipeline = head + `assessments:
  - {key: live, title: Live, delivery_mode: sync}
  - {key: home, title: Home, delivery_mode: async}
postings:
  - key: backend
    kind: role
    title: Backend
    tracks:
      - {key: main, name: Main, steps: [{key: talk, type: assessment, assessment: live, title: Talk}, {key: home, type: assessment, assessment: home, title: Home}, {key: review, type: step, title: Review}]}
      - {key: side, name: Side, steps: [{key: extra, type: assessment, assessment: live, title: Extra}]}
`

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		// pools
		"a pool without a name": {head + "pools:\n  - {key: be}\n",
			"3: pools[be].name: the field is missing or empty; expected a name"},
		"a pool twice": {head + "pools:\n  - {key: be, name: A}\n  - {key: be, name: B}\n",
			`4: pools[be].key: "be" stands twice, first on line 3; expected each pool once`},
		"a member of a pool twice": {head + "pools:\n  - key: be\n    name: A\n    members:\n" +
			"      - {email: a@a.example}\n      - {email: A@a.example}\n",
			`7: pools[be].members[A@a.example].email: "a@a.example" stands twice, first on line 6; expected each member once`},
		"a state of no member": {head + "pools:\n  - {key: be, name: A, members: [{email: a@a.example, state: expert}]}\n",
			`3: pools[be].members[a@a.example].state: "expert" is unknown; expected qualified, shadow, reverse_shadow or paused`},
		"a count of who is qualified": {head + "pools:\n  - {key: be, name: A, members: [{email: a@a.example, done: 1}]}\n",
			"3: pools[be].members[a@a.example].done: the field has no place in a member of state qualified; remove it " +
				"(its fields are email, state)"},
		"a pause that resumes as one": {head + "pools:\n  - {key: be, name: A, members: [{email: a@a.example, state: paused, resumes: paused}]}\n",
			`3: pools[be].members[a@a.example].resumes: "paused" is unknown; expected qualified, shadow or reverse_shadow`},
		"a pool of rooms with members": {head + "pools:\n  - {key: be, name: A, kind: rooms, members: []}\n",
			"3: pools[be].members: the field has no place in a pool of rooms; remove it (its fields are key, name, kind, limits, rooms)"},
		"a room that holds nobody": {head + "pools:\n  - {key: be, name: A, kind: rooms, rooms: [{key: r, name: R, capacity: 0}]}\n",
			`3: pools[be].rooms[r].capacity: "0" is not right; expected a whole number from 1 to 1000`},
		"a room's name twice": {head + "pools:\n  - key: be\n    name: A\n    kind: rooms\n    rooms:\n      - {key: r, name: R, capacity: 2}\n      - {key: s, name: R, capacity: 2}\n",
			`8: pools[be].rooms[s].name: "R" stands twice, first on line 7; expected each room of the pool once`},
		"more shadowings than a hundred": {head + "pools:\n  - {key: be, name: A, shadowings: 101}\n",
			`3: pools[be].shadowings: "101" is not right; expected a whole number from 0 to 100`},

		// the document
		"an empty file": {"", "1: the file is empty; expected an organization file, which begins with organization:"},
		"null":          {"~\n", "1: the file is empty; expected an organization file, which begins with organization:"},
		"a file over 8 MiB": {"#" + strings.Repeat("x", 8<<20),
			"1: the file has 8388609 bytes; expected at most 8388608 (8 MiB)"},
		"latin-1": {"organization:\n  name: Caf\xe9\n", "2: the file is not UTF-8; save it in that encoding"},
		"two documents": {head + "---\n" + head,
			"2: a second YAML document begins here; expected one document in a file"},
		"an open bracket": {head + "admins: [a\nb: c\n",
			"2: this is not YAML: did not find expected ',' or ']'; check indentation, brackets and quotes near this line and below"},
		"a tab": {"organization:\n\tslug: a\n",
			"2: this is not YAML: found character that cannot start any token; check indentation, brackets and quotes near this line and below"},
		"a list": {"- a\n",
			"1: a list stands here; expected a mapping with the fields organization, interviewers, absences, pools, assessments, postings, imports, submissions"},
		"no organization": {"postings: []\n",
			"1: organization: the field is missing or empty; expected a mapping with at least slug and name"},
		"an unknown section": {head + "interviewer: []\n", "2: interviewer: unknown field; did you mean interviewers?"},
		"a section twice": {head + "imports: []\nimports: []\n",
			"3: imports: the field stands twice; it was first on line 2"},
		"a field without a name": {head + "[a, b]: c\n",
			"2: the name of a field must be a word; expected one of organization, interviewers, absences, pools, assessments, postings, imports, submissions"},
		"a merge key": {"organization:\n  <<: {slug: a}\n  slug: a\n  name: A\n",
			"2: organization: a merge key (<<) stands here; write the fields out"},
		"an alias": {"organization: &o {slug: a, name: A}\ninterviewers: *o\n",
			"2: interviewers: an alias (a value that begins with *) stands here; write the value out, or put it in quotes if it is meant as text"},
		"a tag": {"organization:\n  slug: !b a\n  name: A\n",
			"2: organization.slug: a tag (a word that begins with !) stands here; remove it, or put the value in quotes if it is meant as text"},

		// the organization
		"no slug and no name": {
			"organization: {name: ' '}\n",
			"1: organization.slug: the field is missing or empty; expected a short name such as acme\n" +
				"1: organization.name: the field is missing or empty; expected the name that candidates read",
		},
		"a name that cannot be seen": {"organization: {slug: a, name: \"\\u200b\\u3164\"}\n",
			"1: organization.name: the field is missing or empty; expected the name that candidates read"},
		"a slug with a space": {"organization: {slug: a b, name: A}\n",
			`1: organization.slug: the name "a b" is not a slug; expected 1 to 63 lower-case letters, digits, hyphens or underscores, beginning and ending with a letter or digit`},
		"an unknown zone": {organization("time_zone: Mars/Base"),
			`4: organization.time_zone: the zone "Mars/Base" is not an IANA time zone such as Europe/Berlin`},
		"a bad mailbox": {organization("mail_from: Acme"),
			`4: organization.mail_from: the sender "Acme" is not a mailbox; expected one such as "Acme Hiring <hiring@acme.example>"`},
		"a mailbox of two lines": {organization("mail_from: \"A <a@a.example>\\r\\nBcc: b@b.example\""),
			"4: organization.mail_from: the text has several lines; expected one"},
		"a bad admin": {organization("admins: [a@a.example, nobody]"),
			`4: organization.admins[1]: the address "nobody" is not a bare email address such as ann@example.com`},
		"an empty admin": {organization("admins:\n  - a@a.example\n  - ''\n  -"),
			"6: organization.admins[1]: an empty entry; expected an email address\n7: organization.admins[2]: an empty entry; fill it in or remove it"},
		"admins that are no list": {organization("admins: a@a.example"),
			"4: organization.admins: a single value stands here; expected a list"},
		"no days for invitations": {organization("invite_days: 0"),
			`4: organization.invite_days: "0" is not right; expected a whole number from 1 to 3650`},
		"a number in quotes": {organization(`invite_days: "14"`),
			`4: organization.invite_days: "14" is not right; expected a whole number from 1 to 3650, without quotes`},
		"an unclear truth": {organization("approved: maybe"),
			`4: organization.approved: "maybe" is neither; expected true or false`},
		"negative reschedules": {organization("candidate_reschedule: {max: -1}"),
			`4: organization.candidate_reschedule.max: "-1" is not right; expected a whole number from 0 to 1000`},
		"reschedules as a number": {organization("candidate_reschedule: 2"),
			"4: organization.candidate_reschedule: a single value stands here; expected a mapping with the fields max, cutoff_hours, picked_only"},
		"a long name": {"organization: {slug: a, name: " + strings.Repeat("x", 301) + "}\n",
			"1: organization.name: the text has 301 characters; at most 300 are allowed"},
		"a NUL": {"organization: {slug: a, name: \"A\\0\"}\n",
			"1: organization.name: the text holds a NUL character; remove it"},
		"networks that are none": {organization("allow_private_networks: [10.0.0.0/8, intranet]"),
			`4: organization.allow_private_networks[1]: "intranet" is no network: expected CIDR notation such as 10.0.0.0/8 or fd12:3456::/32`},
		"an unknown, distant name": {organization("colour: red"),
			"4: organization.colour: unknown field; expected one of slug, name, approved, time_zone, language, mail_from, support_email, admins, recruiters, invite_days, candidate_reschedule, candidate_cancel, undo_seconds, refill_hours, fallback_recipients, brand, limits, allow_private_networks"},

		// people
		"a person without email": {head + "interviewers:\n  - {name: Ann}\n",
			"3: interviewers[0].email: the field is missing or empty; expected an email address"},
		"a person as text": {head + "interviewers: [ann@a.example]\n",
			"2: interviewers[0]: a single value stands here; expected a mapping with the fields email, name, title, time_zone, meeting_link, working_hours, dates, limits, calendar"},
		"a person twice": {head + "interviewers:\n  - {email: ann@a.example}\n  - {email: Ann@A.example}\n",
			`4: interviewers[Ann@A.example].email: "ann@a.example" stands twice, first on line 3; expected each interviewer once`},
		"a link without a scheme": {person("meeting_link: meet.a.example"),
			`4: interviewers[ann@a.example].meeting_link: the link "meet.a.example" is not an absolute http or https URL`},
		"an empty zone": {person("time_zone: ''"),
			`4: interviewers[ann@a.example].time_zone: the zone "" is not an IANA time zone such as Europe/Berlin`},
		"a day by its long name": {person("working_hours: {monday: []}"),
			"4: interviewers[ann@a.example].working_hours.monday: unknown field; expected one of mon, tue, wed, thu, fri, sat, sun"},
		"hours that end first": {person(`working_hours: {mon: ["12:00-09:00"]}`),
			`4: interviewers[ann@a.example].working_hours.mon[0]: "12:00-09:00" ends before it begins; a span over midnight is two, such as "22:00-24:00" and "00:00-06:00" of the next day`},
		"a date that is none": {person("dates: {2026-02-30: []}"),
			"4: interviewers[ann@a.example].dates: the name of a field must be a date; expected one such as 2026-12-24"},
		"a date twice": {person("dates: {2026-12-24: [], 2026-12-24: [10:00-12:00]}"),
			"4: interviewers[ann@a.example].dates.2026-12-24: the date stands twice"},
		"hours of a date that overlap": {person("dates: {2026-12-24: [10:00-12:00, 11:00-13:00]}"),
			`4: interviewers[ann@a.example].dates.2026-12-24[1]: "11:00-13:00" overlaps another span of the day; expected ` +
				`spans that do not`},
		"hours that overlap": {person("working_hours:\n      mon: [13:00-17:00]\n      tue:\n        - 11:30-13:00\n        - 09:00-12:00"),
			`7: interviewers[ann@a.example].working_hours.tue[0]: "11:30-13:00" overlaps another span of the day; expected spans that do not`},
		"a feed on a disguised host": {person("calendar: {provider: ics, url: 'https://2130706433/secret.ics'}"),
			"4: interviewers[ann@a.example].calendar.url: the address is never called: the host is a number that is not written as an address"},

		// absences
		"an absence on no date": {head + "absences: [{email: ann@a.example, from: tomorrow}]\n",
			`2: absences[ann@a.example].from: the value "tomorrow" is not a date such as 2026-12-24`},
		"an absence that ends first": {head + "absences: [{email: ann@a.example, from: 2026-12-24, to: 2026-12-23}]\n",
			`2: absences[ann@a.example]: last date "2026-12-23" is before "2026-12-24"`},
		"an absence twice": {head + "absences:\n  - {email: ann@a.example, from: 2026-12-24}\n" +
			"  - {email: ann@a.example, from: 2026-12-24, to: 2026-12-24, why: ill}\n",
			`4: absences[ann@a.example].from: "ann@a.example 2026-12-24" stands twice, first on line 3; expected each ` +
				"absence once"},

		// assessments
		"an unknown mode": {head + "assessments: [{key: x, title: X, delivery_mode: live}]\n",
			`2: assessments[x].delivery_mode: "live" is unknown; expected async, sync or trial`},
		"an assessment of nothing": {
			head + "assessments: [{}]\n",
			"2: assessments[0].key: the field is missing or empty; expected a key that no other assessment has\n" +
				"2: assessments[0].title: the field is missing or empty; expected a title\n" +
				"2: assessments[0].delivery_mode: the field is missing or empty; expected async, sync or trial",
		},
		"a key with a slash": {head + "assessments: [{key: x/y, title: X, delivery_mode: async}]\n",
			`2: assessments[x/y].key: "x/y" is not a key; expected at most 100 characters on one line, without a slash`},
		"a key twice": {head + "assessments:\n- {key: x, title: X, delivery_mode: async}\n- {key: x, title: Y, delivery_mode: sync}\n",
			`4: assessments[x].key: "x" stands twice, first on line 3; expected each assessment once`},

		// postings
		"an unknown kind and status": {posting("kind: job\n    status: ajar"),
			"6: postings[p].kind: \"job\" is unknown; expected role or cohort\n7: postings[p].status: \"ajar\" is unknown; expected open or closed"},
		"archived and open": {posting("kind: role\n    status: open\n    archived_at: 2026-01-01T00:00:00Z"),
			`7: postings[p].status: the posting is archived, so it is not open; expected closed, or no archived_at`},
		"an unknown unstaged": {posting("kind: role\n    unstaged: [xx, y]"),
			`7: postings[p].unstaged[1]: there is no assessment "y" in this file; expected xx`},
		"an unstaged twice": {posting("kind: role\n    unstaged: [xx, xx]"),
			`7: postings[p].unstaged[1]: "xx" stands twice, first on line 7; expected each assessment once`},
		"a recruiter who is none": {posting("kind: role\n    recruiters: [ann@a.example]"),
			`7: postings[p].recruiters[0]: "ann@a.example" is neither in admins nor in recruiters of the organization; expected an address that is`},
		"two default tracks": {posting("kind: role\n    tracks:\n    - {key: s, name: S}\n    - {key: t, name: T, default: true}\n    - {key: u, name: U, default: true}"),
			`10: postings[p].tracks[u].default: a second default track, after "t"; expected exactly one of the posting`},
		"a track twice": {posting("kind: role\n    tracks:\n    - {key: t, name: T}\n    - {key: t, name: U}"),
			`9: postings[p].tracks[t].key: "t" stands twice, first on line 8; expected each track once`},
		"a step twice": {step("{key: s, type: step, title: S}, {key: s, type: step, title: T}"),
			`7: postings[p].tracks[t].steps[s].key: "s" stands twice, first on line 7; expected each step once`},
		"an unknown type of step": {step("{key: s, type: interview, title: S}"),
			`7: postings[p].tracks[t].steps[s].type: "interview" is unknown; expected step, assessment or group`},
		"a plain step of an hour": {step("{key: s, type: step, title: S, duration_minutes: 60}"),
			"7: postings[p].tracks[t].steps[s].duration_minutes: the field has no place in a step of type step; remove it (its fields are key, type, title)"},
		"a round of no assessment": {step("{key: s, type: assessment, title: S}"),
			"7: postings[p].tracks[t].steps[s].assessment: the field is missing or empty; expected the key of an assessment"},
		"a round too long": {step("{key: s, type: assessment, title: S, assessment: xx, duration_minutes: 481}"),
			`7: postings[p].tracks[t].steps[s].duration_minutes: "481" is not right; expected a whole number from 5 to 480`},
		"a bad fallback recipient": {step("{key: s, type: assessment, title: S, assessment: xx, fallback_recipients: [x]}"),
			`7: postings[p].tracks[t].steps[s].fallback_recipients[0]: the address "x" is not a bare email address such as ann@example.com`},
		"an unknown assignment": {step("{key: s, type: group, title: S, assignment_mode: self-select, assessments: [xx]}"),
			`7: postings[p].tracks[t].steps[s].assignment_mode: "self-select" is unknown; expected random or self_select`},
		"a group of none": {step("{key: s, type: group, title: S, assessments: []}"),
			"7: postings[p].tracks[t].steps[s].assessments: the list is empty; expected the keys of at least one assessment"},
		"a bad posting interviewer": {posting("kind: role\n    interviewers: [{email: ann}]"),
			`7: postings[p].interviewers[ann].email: the address "ann" is not a bare email address such as ann@example.com`},
		"a posting interviewer twice": {posting("kind: role\n    interviewers: [{email: a@a.example}, {email: a@a.example}]"),
			`7: postings[p].interviewers[a@a.example].email: "a@a.example" stands twice, first on line 7; expected each interviewer of a posting once`},
		"a slot off the grid": {slot("2031-03-03T15:15:00Z"),
			`7: postings[p].interviewers[a@a.example].slots[0]: "2031-03-03T15:15:00Z" is not on the half hour; expected minute 00 or 30 in UTC and second 0, such as 2026-12-01T15:30:00Z`},
		"a slot off by a nanosecond": {slot("2031-03-03T15:00:00.000000001Z"),
			`7: postings[p].interviewers[a@a.example].slots[0]: "2031-03-03T15:00:00.000000001Z" is not on the half hour; expected minute 00 or 30 in UTC and second 0, such as 2026-12-01T15:30:00Z`},
		"a slot in another century": {slot("2201-01-01T00:00:00Z"),
			`7: postings[p].interviewers[a@a.example].slots[0]: the time "2201-01-01T00:00:00Z" is out of range; expected a year from 1970 to 2200`},

		// imports and submissions
		"an import of nothing": {
			withPipeline + "imports: [{}]\n",
			"12: imports[0].key: the field is missing or empty; expected a key that no other import has\n" +
				"12: imports[0].posting: the field is missing or empty; expected the key of a posting\n" +
				"12: imports[0].candidate: the field is missing or empty; expected a mapping with at least email\n" +
				"12: imports[0].source: the field is missing or empty; expected greenhouse, ashby or lever\n" +
				"12: imports[0].scheduled_start_at: the field is missing or empty; expected the start, such as 2026-12-01T15:00:00Z\n" +
				"12: imports[0].interviewer_email: the field is missing or empty; expected an email address\n" +
				"12: imports[0].step: the field is missing or empty; expected the key of a step of the posting",
		},
		"an import of an unknown posting": {imported("posting: bakend, step: talk"),
			`13: imports[i].posting: there is no posting "bakend" in this file; did you mean backend?`},
		"an import of an unknown step": {imported("posting: backend, step: tlak"),
			`13: imports[i].step: posting backend has no step "tlak"; did you mean talk?`},
		"an import of a step elsewhere": {imported("posting: backend, step: main/extra"),
			`13: imports[i].step: posting backend has no step "main/extra"; expected talk, home, review or extra`},
		"an import of a plain step": {imported("posting: backend, step: review"),
			`13: imports[i].step: step "review" is of type step; expected one of type assessment whose assessment is sync`},
		"an import of a take-home": {imported("posting: backend, step: main/home"),
			`13: imports[i].step: step "main/home" has an assessment of delivery_mode async; expected one that is sync`},
		"an import from elsewhere": {strings.Replace(imported("posting: backend, step: talk"), "lever", "excel",
			1), `13: imports[i].source: "excel" is unknown; expected greenhouse, ashby or lever`},
		"a candidate without email": {strings.Replace(imported("posting: backend, step: "+
			"talk"), "email: c@c.example", "name: C", 1),
			"13: imports[i].candidate.email: the field is missing or empty; expected an email address"},
		"a segment that ends first": {imported("posting: backend, step: talk, transcript: {segments: [{start_ms: 5, end_ms: 4}]}"),
			"13: imports[i].transcript.segments[0].end_ms: 4 is before start_ms; expected 5 or later"},
		"an import twice": {imported("posting: backend, step: talk") + "  - {key: i, posting: backend, step: extra, candidate: {email: c@c.example}, source: lever, scheduled_start_at: 2026-01-01T10:00:00Z, interviewer_email: a@a.example}\n",
			`14: imports[i].key: "i" stands twice, first on line 13; expected each import once`},
		"a score out of range": {submission("score: 101"),
			`12: submissions[s].score: "101" is not right; expected a number from 0 to 100`},
		"a submission of no known exercise": {strings.Replace(submission("score: 1"), "posting: backend, assessment: "+
			"home", "posting: backend, assessment: hone", 1),
			`12: submissions[s].assessment: there is no assessment "hone" in this file; did you mean home?`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse("org.yaml", []byte(c.file))
			if err == nil {
				t.Fatalf("the file was accepted; want\n%s", c.want)
			}
			want := "org.yaml:" + strings.ReplaceAll(c.want, "\n", "\norg.yaml:")
			if got := err.Error(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func organization(field string) string {
	return "organization:\n  slug: a\n  name: A\n  " + field + "\n"
}

func person(field string) string {
	return head + "interviewers:\n  - email: ann@a.example\n    " + field + "\n"
}

func posting(fields string) string {
	return head + "assessments: [{key: xx, title: X, delivery_mode: sync}]\npostings:\n  - key: p\n    title: P\n    " +
		fields + "\n"
}

func step(steps string) string {
	return posting("kind: role\n    tracks: [{key: t, name: T, steps: [" + steps + "]}]")
}

func slot(at string) string {
	return posting("kind: role\n    interviewers: [{email: a@a.example, slots: [" + at + "]}]")
}

func imported(fields string) string {
	return withPipeline + "imports:\n  - {key: i, candidate: {email: c@c.example}, source: lever, scheduled_start_at: 2026-01-01T10:00:00Z, interviewer_email: a@a.example, " + fields + "}\n"
}

func submission(field string) string {
	return withPipeline + "submissions: [{key: s, posting: backend, assessment: home, candidate: {email: c@c.example}, submitted_at: 2026-01-01T10:00:00Z, " + field + "}]\n"
}

func TestParseListsEveryProblemByLine(t *testing.T) {
	t.Parallel()
	_, err := Parse("o.yaml", []byte("submissions: 1\npostings: 2\ninterviewers: [{email: x}]\n"))
	want := `o.yaml:1: organization: the field is missing or empty; expected a mapping with at least slug and name
o.yaml:1: submissions: a single value stands here; expected a list
o.yaml:2: postings: a single value stands here; expected a list
o.yaml:3: interviewers[x].email: the address "x" is not a bare email address such as ann@example.com`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestParseBoundsWhatItLists(t *testing.T) {
	t.Parallel()
	_, err := Parse("o.yaml", []byte(head+"interviewers: ["+strings.Repeat("x,", 120)+"]\n"))
	var e *Error
	if !errors.As(err, &e) || len(e.Problems) != 50 || e.More != 70 {
		t.Fatalf("got %v, want 50 of 120 problems", err)
	}
	if !strings.HasSuffix(err.Error(), "\no.yaml: and 70 more") {
		t.Errorf("got an end of %q", err.Error()[len(err.Error())-40:])
	}
}

func TestParseBoundsInterviewers(t *testing.T) {
	t.Parallel()
	with := func(n int) string {
		var people strings.Builder
		for i := range n {
			fmt.Fprintf(&people, "    - {email: p%d@a.example}\n", i)
		}
		return posting("kind: role\n    interviewers:\n" + people.String())
	}
	if _, err := Parse("o.yaml", []byte(with(200))); err != nil {
		t.Errorf("200 interviewers were refused: %v", err)
	}
	want := "o.yaml:208: postings[p].interviewers[p200@a.example]: the posting has more than 200 interviewers; expected at most 200"
	if _, err := Parse("o.yaml", []byte(with(201))); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestParseArtifactsRefuses(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                      "a.yaml:1: the file is empty; expected transcript, recording or interviewer_notes",
		"{}":                    "a.yaml:1: nothing is given; expected transcript, recording or interviewer_notes",
		"notes: {text: x}\n":    "a.yaml:1: notes: unknown field; expected one of transcript, recording, interviewer_notes",
		"\ntranscript: hello\n": "a.yaml:2: transcript: a single value stands here; expected a mapping with the fields text, segments, received_at",
	} {
		if _, err := ParseArtifacts("a.yaml", []byte(file)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", file, err, want)
		}
	}
}
