package booking

import (
	"slices"
	"time"

	"litmus/models"
)

// SeenCopy is an event with the interview's UID in the calendar of somebody who interviews.
type SeenCopy struct {
	Start    time.Time
	Response models.Response // of its owner
}

// DriftFacts are what a reading of the calendar of somebody who interviews found of the interview's copy, after the
// copy was written as the interview is (see [effect.CopySettled]), and the facts about a request for a replacement.
type DriftFacts struct {
	AnswerFacts
	Owner   string     // whose calendar it is: the lead's, or that of somebody else of the panel
	Written int64      // the interview's revision as which the copy was written
	Seen    []SeenCopy // the one that was written first, if it is there
}

// kind says how the copy differs from the interview, "" for not at all. An answer counts before anything else, and
// another time only of a single event. A deleted event can also be one that was canceled. An event at another time than
// the copy is its owner's own duplicate, and counts for nothing. Calendars know whole seconds.
func (f DriftFacts) kind() models.DriftKind {
	if len(f.Seen) == 0 {
		return models.DriftDeleted
	}
	start, same, declined := f.Seen[0].Start, 0, false
	for _, c := range f.Seen {
		if c.Start.Equal(start) {
			same, declined = same+1, declined || c.Response == models.Declined
		}
	}
	switch {
	case declined:
		return models.DriftDeclined
	case same > 1:
		return models.DriftDoubled
	case !start.Equal(f.Interview.StartsAt.Truncate(time.Second)):
		return models.DriftMoved
	}
	return ""
}

// said is what the owner says in their copy, "" for nothing and for a refusal, which is a kind of its own. Of an event
// that is gone or at another time nothing is read: what they said before stands.
func (f DriftFacts) said(kind models.DriftKind) models.Response {
	switch {
	case kind == models.DriftDeleted || kind == models.DriftMoved:
		return f.Interview.SaidInCopy(f.Owner)
	case kind == models.DriftDeclined:
		return ""
	}
	return f.Seen[0].Response
}

// DecideDrift decides at now what follows from it (ADR calendars-heal):
//
//   - deleted: the copy is put back, once. If it is deleted again, that is told, and it is not put back any more;
//   - doubled: the others are removed, once. If it is doubled again, that is told;
//   - moved: the interview stays where it is, and its people are asked (D11);
//   - declined: the owner's answer. It asks for a replacement, in their name; if nobody may be sent letters about
//     that any more, it is shown all the same. Taking the answer back takes the request back. Who declines and then
//     deletes the event does not: while the request stands, it is not put back. Nor does a copy that we wrote since,
//     which says nothing of the answer;
//   - deleted again in a room's calendar: declined, too. Nobody tidies that up for themselves, and some programs that
//     keep the calendars of rooms delete what they refuse;
//   - as it should be: what was told or asked before is settled.
//
// That its owner accepts, or may come, is their answer as one by mail is ([DecideReply]), once: while the copy goes on
// saying so, an answer from elsewhere counts as the later one. A copy that says nothing takes back a refusal alone,
// since our own writes erase what was said.
//
// did is what the history says, "" for nothing, and by whom; changed is false if nothing is new.
func DecideDrift(f DriftFacts, now time.Time) (i models.Interview, did models.ChangeKind, by models.Actor,
	changed bool) {
	i = f.Interview
	if !i.HasCopy(f.Owner) || !i.Replaceable(now) {
		return i, "", by, false
	}
	kind, was, asked := f.kind(), i.DriftOfCopy(f.Owner), i.ReplacementOf(f.Owner, now)
	if kind == models.DriftDeleted && asked != nil && asked.Declined {
		return i, "", by, false
	}
	said, knew := f.said(kind), i.SaidInCopy(f.Owner)
	answers := said != "" && said != knew && said != i.ResponseOf(f.Owner)
	d := models.Drift{Owner: f.Owner, Of: i.StartsAt, Announced: i.AnnounceRevision}
	if was != nil {
		d = *was
	}
	var start *time.Time
	if kind == models.DriftMoved {
		start = new(models.Instant(f.Seen[0].Start))
	}
	mends := (kind == models.DriftDeleted || kind == models.DriftDoubled) && !d.Mends(kind)
	same := kind == d.Kind && (start == nil || d.Start != nil && start.Equal(*d.Start))
	if same && !mends && said == knew {
		return i, "", by, false
	}
	i.Revise(now)
	before, owner := d.Kind, models.Actor{Kind: models.ActorMember, ID: f.Owner}
	if !same || mends {
		d.Kind, d.Start, d.SeenAt, did = kind, start, i.UpdatedAt, seenAs[kind]
	}
	if mends {
		d.Kind, d.Mend, did = "", i.Revision, models.ChangeCopyMended
		d.Mended = append(slices.Clone(d.Mended), kind)
	}
	if d.Said = said; answers && (did == "" || kind == "") {
		did, by = models.ChangeAnswered, owner
	}
	i.SetDrift(d)
	room := i.RoomOf(f.Owner) != nil
	declined := kind == models.DriftDeclined || room && kind == models.DriftDeleted && !mends
	wasDeclined := before == models.DriftDeclined || room && before == models.DriftDeleted
	answer := models.Answer{Email: f.Owner, Of: i.StartsAt, Response: said, By: models.AnsweredInCalendar,
		At: i.UpdatedAt}
	switch {
	case declined:
		answer.Response = models.Declined
		i.SetAnswer(answer)
	case answers:
		i.SetAnswer(answer)
	case wasDeclined && f.answerGone(kind):
		i.ForgetAnswer(f.Owner)
	}
	switch {
	case declined && asked == nil:
		if !room {
			by = owner // it counts as one of their requests
		}
		i.SetReplacement(f.declined(i, f.Owner, models.AnsweredInCalendar, "", now))
	case declined:
		decline(&i, *asked, models.AnsweredInCalendar, "")
	case answers && asked != nil && asked.Declined:
		withdraw(&i, *asked)
	case wasDeclined && asked != nil && asked.Declined && f.Written < asked.Revision:
		withdraw(&i, *asked)
	}
	return i, did, by, true
}

// seenAs are the changes as which the history has what was found.
var seenAs = map[models.DriftKind]models.ChangeKind{
	"": models.ChangeCopyAgrees, models.DriftDeleted: models.ChangeCopyDeleted,
	models.DriftDoubled: models.ChangeCopyDoubled, models.DriftMoved: models.ChangeCopyMoved,
	models.DriftDeclined: models.ChangeCopyDeclined,
}

// answerGone reports whether the owner took back the answer that stood in their calendar. They did not if we wrote the
// event since, or if they deleted it.
func (f DriftFacts) answerGone(now models.DriftKind) bool {
	last := f.Interview.LastReplacementOf(f.Owner)
	return now != models.DriftDeleted && (last == nil || f.Written < last.Revision)
}

// PutCopyBack is the act that has the owner's copy written as the interview is, over what they made of it.
func PutCopyBack(owner string) Act {
	return Act{models.ChangeCopyMended, func(i models.Interview, _ models.Policy,
		now time.Time) (models.Interview, bool, error) {
		d := i.DriftedOf(owner, now)
		if d == nil || d.Kind == models.DriftDeclined {
			return i, false, nil
		}
		mended := *d
		i.Revise(now)
		mended.Kind, mended.Start, mended.SeenAt, mended.Mend = "", nil, i.UpdatedAt, i.Revision
		i.SetDrift(mended)
		return i, true, nil
	}}
}
