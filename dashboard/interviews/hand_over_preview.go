package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/scheduling"
)

// previewTakeovers shows what the choices will send to whom, in one page. If one of them would be refused the form is
// shown again, and says why.
func previewTakeovers(v *site.Visit, ids []string, back string, chosen map[string]shownTakeover) (site.Answer,
	error) {
	h, err := readHandingOver(v, ids)
	if err != nil {
		return site.Answer{}, err
	}
	why, err := reasonForm(v)
	if err != nil {
		return site.Answer{}, err
	}
	var takeovers []booking.Takeover
	by := v.By()
	by.Reason = reasonAsked
	body := handOverBody{Why: why, Back: back, Passed: h.passed}
	refused := map[string]error{}
	for _, row := range h.rows {
		t := chosen[row.ID]
		line := handOverLine{Line: LineOf(v, row, h.names), Value: t.value()}
		if t.Leaves() {
			body.Stay = append(body.Stay, line)
			continue
		}
		takeovers = append(takeovers, t.Takeover)
		preview, err := previewOf(v, by, row.Interview, t)
		if models.KindOf(err) != 0 {
			refused[row.ID] = err
			continue
		}
		if err != nil {
			return site.Answer{}, err
		}
		line.What, line.Sending = h.person(t.Email)+" interviews; the time stays.", site.Sending(preview)
		if t.Moves() {
			line.What = "Moved to " + site.WhenText(t.Start, v.Zone) + ", with " + h.person(t.Email) + "."
		}
		body.Lines = append(body.Lines, line)
	}
	problem := booking.CheckTakeovers(h.list, takeovers)
	if len(refused) > 0 {
		problem = models.Conflictf("%s cannot be handed over so; beside each stands why",
			models.Count(len(refused), "interview"))
	}
	if problem != nil {
		a, err := askTakeovers(v, ids, back, chosen, refused)
		if err != nil || a.Page == nil {
			return a, err
		}
		return a.Refusing(problem)
	}
	if len(body.Lines) == 0 {
		return site.RedirectNote(back, "All of them are left as they are."), nil
	}
	return v.Show("interviews-hand-over-preview", "Hand over "+models.Count(len(body.Lines), "interview")+"?", body).
		Under(back, "Back").Area(site.InterviewsPath), nil
}

// previewOf is what one takeover will send. A choice for an interview that changed since is refused as the act is.
func previewOf(v *site.Visit, by scheduling.By, i models.Interview, t shownTakeover) (act.Preview, error) {
	if err := act.CheckShown(i, t.Revision); err != nil {
		return act.Preview{}, err
	}
	if t.Moves() {
		return v.Acts.Preview.Book(v.Context(), by, t.Order(i))
	}
	return v.Acts.Preview.ChangeInterviewer(v.Context(), by, i.ID, t.Email)
}
