package pipelines

import (
	"cmp"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/pages"
)

// How many candidates a column of the board shows: the list has the others, and those behind the first few are folded.
const (
	boardCards = 50
	boardFirst = 5
)

// boardTrack is a track of the board with its columns (D17).
type boardTrack struct {
	Name    string // "" if the posting has no other
	ID      string
	Columns []boardColumn
}

// boardColumn is a step with who stands there.
type boardColumn struct {
	ID, Title string
	Open      int
	Cards     []boardCard
	Folded    []boardCard // those behind the first few
	More      string      // address of a list with the others, "" if all are here
	Rest      int         // how many those are
	Over      []overLine
	OverCount int
}

// overLine counts the candidates of a step who are done with it.
type overLine struct {
	Count      int
	Word, Path string // what became of them, and the list that has them
}

// boardCard is a candidate on the board.
type boardCard struct {
	Name, Email, Path string
	Position
}

// Position is where a candidate stands, with the button of the one act that brings them on.
type Position struct {
	candidacy.Position
	Whose, Kind, Icon      string // whose turn it is, with its badge
	Button, To, ButtonIcon string // of the team's turn; all "" where nothing is to be done, or not by the member
	Page                   string // address of the interview or the submission that Where is about, "" for none
}

// TurnWords says whose turn it is.
func TurnWords(t candidacy.Turn) string {
	switch t {
	case candidacy.TurnTeam:
		return "Team's turn"
	case candidacy.TurnCandidate:
		return "Candidate's turn"
	}
	return "Nobody's turn"
}

// PositionOf returns where the candidate of a record stands, as pages show it to whoever sees everything of it.
func PositionOf(v *site.Visit, c pages.BoardCard) Position {
	p := Position{Position: c.Position(v.Now)}
	switch p.Whose = TurnWords(p.Turn); p.Turn {
	case candidacy.TurnTeam:
		p.Kind, p.Icon = "warn", "users"
	case candidacy.TurnCandidate:
		p.Icon = "user"
	default:
		if p.Kind, p.Icon = "quiet", "check"; p.Next != "" {
			p.Whose, p.Icon = "Waits for the time", "clock"
		}
	}
	var interview, submission string
	if c.Interview != nil {
		interview = site.InterviewPath(c.Interview.ID)
	}
	if c.Submission != nil {
		submission = site.SubmissionsPath + "/" + c.Submission.ID
	}
	if p.Page = interview; interview == "" || p.Act == candidacy.ActGrade ||
		p.Act == candidacy.ActDecide && submission != "" {
		p.Page = submission
	}
	record := site.CandidatesPath + "/" + c.ID
	for _, b := range []struct {
		act              candidacy.NextAct
		needs            access.Action
		button, icon, to string
	}{
		{candidacy.ActInvite, access.ActionInvite, "Invite", "send", site.Href(site.InvitePath, "candidate", c.ID)},
		{candidacy.ActResend, access.ActionInvite, "Send again", "send", record + "/resend"},
		{candidacy.ActBook, access.ActionBook, "Book", "calendar-plus", site.Href(site.BookPath, "candidate", c.ID)},
		{candidacy.ActAnswer, access.ActionBook, "Answer", "calendar-clock", record + "#proposal"},
		{candidacy.ActLink, access.ActionIssueLink, "Fresh link", "link", interview + "/link"},
		{candidacy.ActGoOn, access.ActionDecide, "Go on", "chevron-right", record + "/advance"},
		{candidacy.ActGrade, access.ActionGrade, "Grade", "star", submission},
		{candidacy.ActDecide, access.ActionDecide, "Decide", "check", cmp.Or(submission, record) + "#decide"},
	} {
		if b.act == p.Act && v.Can(b.needs, access.Facts{}) {
			p.Button, p.ButtonIcon, p.To = b.button, b.icon, b.to
		}
	}
	return p
}

// boardOf lays the board of a posting out.
func boardOf(v *site.Visit, f pipeline.Facts, b pages.Board) (out []boardTrack) {
	list := func(state string) string {
		return site.Href(site.CandidatesPath, "posting", f.Posting.ID, "state", state)
	}
	for _, t := range f.Tracks {
		track := boardTrack{ID: t.ID}
		if len(f.Tracks) > 1 {
			track.Name = t.Name
		}
		column := func(id, title string, at int) {
			cell := b.Columns[pages.BoardColumn{TrackID: t.ID, At: at}]
			c := boardColumn{ID: id, Title: title, Open: cell.Open}
			for _, card := range cell.Cards {
				c.Cards = append(c.Cards, boardCard{models.NameOf(card.Name, card.Email), card.Email,
					site.CandidatesPath + "/" + card.ID, PositionOf(v, card)})
			}
			if len(c.Cards) > boardFirst+1 { // to fold one saves no room
				c.Cards, c.Folded = c.Cards[:boardFirst], c.Cards[boardFirst:]
			}
			if c.Rest = cell.Open - len(cell.Cards); c.Rest > 0 {
				c.More = list("")
			}
			for _, l := range []overLine{{cell.WentOn, "went on", list(models.CandidateAdvanced)},
				{cell.Done, "done", list(models.CandidateAdvanced)},
				{cell.Rejected, "rejected", list(models.CandidateRejected)},
				{cell.Withdrawn, "withdrawn", list(models.CandidateWithdrawn)}} {
				if l.Count > 0 {
					c.Over, c.OverCount = append(c.Over, l), c.OverCount+l.Count
				}
			}
			if at >= 0 || cell.Total() > 0 {
				track.Columns = append(track.Columns, c)
			}
		}
		for n, r := range f.Rounds[t.ID] {
			column(r.ID, r.Title, n)
		}
		column(t.ID, "Without a step", -1)
		out = append(out, track)
	}
	return out
}
