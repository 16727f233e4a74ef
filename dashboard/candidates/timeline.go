package candidates

import (
	"cmp"
	"slices"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/store/interviews"
	"litmus/store/pages"
)

// changesShown is how many changes of their records a candidate's page tells.
const changesShown = 60

// timelineView is what happened and will happen to a person at a posting, over all their rounds, the latest first
// (D19).
type timelineView struct {
	Chapters []chapter
	More     bool // older changes are left out
}

// chapter is a run of lines about one record.
type chapter struct {
	Title, Path string // of the assessment; the address is "" for the record whose page this is
	State       stateMark
	Lines       []timelineLine
}

// timelineLine is something that happened, is to come, or the mark of now.
type timelineLine struct {
	record    string // id of the record that it is about
	last      int    // of lines of one instant, those with a higher one stand below
	At        time.Time
	Did, By   string
	Kind      string // class of the line: "past", "bad", or "" for what is to come
	Now       bool   // it is the mark of now
	To, About string // a page about it, and what that shows; "" for none
	Request   string // page of the request that made the change, "" for none
}

// candidatePast is what happened to the person of a record at its posting.
type candidatePast struct {
	ids     []string // of all their records there
	records map[string]pages.ListedCandidate
	changes []models.Change // of the records and their interviews, the latest first
	more    bool            // changes than these
}

func pastOf(v *site.Visit, d pages.CandidateOverview) (p candidatePast, err error) {
	p.records, p.ids = map[string]pages.ListedCandidate{d.ID: d.ListedCandidate}, []string{d.ID}
	for _, c := range d.Others {
		if c.PostingID == d.PostingID {
			p.records[c.ID], p.ids = c, append(p.ids, c.ID)
		}
	}
	var next *models.Position
	p.changes, next, err = v.Store.Audit.CandidateHistory(v.Context(), v.Org.ID, p.ids, nil, changesShown)
	p.more = next != nil
	return p, err
}

// timelineOf tells what happened, and what the rows know beside it.
func timelineOf(v *site.Visit, d pages.CandidateOverview, p candidatePast, names interviews.Names) timelineView {
	records := map[string]string{} // the record by the interview
	var lines []timelineLine
	for _, i := range d.Sessions {
		if _, here := p.records[i.CandidateID]; here {
			records[i.ID] = i.CandidateID
			if line, held := sessionLine(i.Interview, v.Now); held {
				lines = append(lines, line)
			}
		}
	}
	told := map[string]bool{}
	for _, x := range p.changes {
		line := timelineLine{record: x.SubjectID, At: x.At, By: x.Actor.String(), Kind: "past", Request: v.RequestOf(x),
			Did: site.Sentence(history.Told(x, names.Person, v.Zone, v.Now))}
		switch {
		case x.Kind == models.ChangeCreated: // a booking can have added its candidate
			line.last = 1
		case x.Subject == models.SubjectInterview:
			line.record, line.To, line.About = records[x.SubjectID], site.InterviewPath(x.SubjectID), "the interview"
		case handedIn[x.Kind] && p.records[x.SubjectID].SubmissionID != "":
			line.To, line.About = site.SubmissionsPath+"/"+p.records[x.SubjectID].SubmissionID, "what was handed in"
		}
		told[line.record] = true
		lines = append(lines, line)
	}
	for _, id := range p.ids {
		c := p.records[id]
		if !told[id] {
			lines = append(lines, timelineLine{record: id, At: c.CreatedAt, Did: "Added.", Kind: "past"})
		}
		if e, sent := d.Letters[id]; sent {
			lines = append(lines, letterLine(id, e)...)
		}
		if end := c.OpenUntil(c.Interview != nil); end != nil && end.After(v.Now) {
			lines = append(lines, timelineLine{record: id, At: *end, Did: "The invitation runs out."})
		}
	}
	slices.SortStableFunc(lines, func(x, y timelineLine) int {
		return cmp.Or(y.At.Compare(x.At), x.last-y.last)
	})
	view := timelineView{Chapters: chaptersOf(lines, v.Now), More: p.more}
	for n, c := range view.Chapters {
		r := p.records[c.Lines[0].record]
		c.Title, c.State = r.AssessmentTitle, recordMark(r.Candidate, r.Interview != nil, v.Now)
		if r.ID != d.ID {
			c.Path = site.CandidatesPath + "/" + r.ID
		}
		view.Chapters[n] = c
	}
	return view
}

// handedIn are the changes that what was handed in shows more of.
var handedIn = map[models.ChangeKind]bool{models.ChangeSubmitted: true, models.ChangeGraded: true,
	models.ChangeSubmissionStored: true}

// sessionLine says when an interview takes place or took place; held is false for one that does neither.
func sessionLine(i models.Interview, now time.Time) (line timelineLine, held bool) {
	line = timelineLine{record: i.CandidateID, At: i.StartsAt, To: site.InterviewPath(i.ID), About: "the interview"}
	switch i.StandingAt(now) {
	case models.StandingComing:
		line.Did = "Interview."
	case models.StandingUnderWay:
		line.Did, line.Kind = "Interview began.", "past"
	case models.StandingCompleted:
		line.Did, line.Kind = "Interview took place.", "past"
	default:
		return line, false
	}
	return line, !i.Unused()
}

// letterLine says that the letter of a record's invitation left, or was refused.
func letterLine(record string, e effect.Entry) []timelineLine {
	switch {
	case e.State == effect.Done:
		return []timelineLine{{record: record, At: e.UpdatedAt, Did: "Invitation letter sent.", Kind: "past"}}
	case e.Code == effect.CodeReturned:
		return []timelineLine{{record: record, At: e.UpdatedAt, Did: "Invitation letter came back.", Kind: "bad"}}
	case e.State == effect.Failed && e.Permanent:
		return []timelineLine{{record: record, At: e.UpdatedAt, Kind: "bad",
			Did: "Invitation letter refused by the mail server."}}
	}
	return nil
}

// chaptersOf divides lines, of which there is one at least, into runs about the same record, and marks now.
func chaptersOf(lines []timelineLine, now time.Time) (chapters []chapter) {
	marked := false
	for _, l := range lines {
		last := len(chapters) - 1
		if mark := (timelineLine{record: l.record, At: now, Now: true}); !marked && !l.At.After(now) {
			if marked = true; last < 0 {
				chapters, last = append(chapters, chapter{}), 0
			} else {
				mark.record = chapters[last].Lines[0].record
			}
			chapters[last].Lines = append(chapters[last].Lines, mark)
		}
		if last < 0 || chapters[last].Lines[0].record != l.record {
			chapters, last = append(chapters, chapter{}), last+1
		}
		chapters[last].Lines = append(chapters[last].Lines, l)
	}
	return chapters
}
