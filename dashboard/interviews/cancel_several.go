package interviews

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/store/interviews"
)

// cancelPath is where several interviews are canceled at once.
const cancelPath = site.InterviewsPath + "/cancel"

// mostChosen is how many interviews can be canceled or handed over at once: as many as a page of the list has.
const mostChosen = models.DefaultLimit

// bulkBody is the data of the page that asks whether several interviews are to be canceled.
type bulkBody struct {
	Lines []bulkLine
	Why   *reasonBody // of all of them
	Back  string
}

// bulkLine is one of them, with what its cancellation will send to whom.
type bulkLine struct {
	Line
	Sending site.SendingBody
	Value   string // its id and the revision that is shown
}

// cancelSeveral cancels the interviews that were chosen in the list, such as those of a day on which an interviewer is
// ill: first it shows what will be sent to whom, then it is done (D11). Each is canceled by itself, as it was shown:
// one that changed meanwhile is left and shown again.
func cancelSeveral(v *site.Visit) (site.Answer, error) {
	chosen := map[string]int64{} // revisions that were shown, by id
	for _, value := range v.Form["id"] {
		id, revision, _ := strings.Cut(value, "@")
		chosen[id], _ = strconv.ParseInt(revision, 10, 64)
	}
	switch {
	case len(chosen) == 0:
		return site.RedirectNote(site.Within(v.Here()), "Choose the interviews first."), nil
	case len(chosen) > mostChosen:
		return site.Answer{}, models.Invalidf("%d interviews are too many at once; choose at most %d", len(chosen),
			mostChosen)
	}
	back := site.InterviewsPath
	if to := v.Field("back"); to != "" {
		back = site.Within(to)
	}
	rows, err := v.Store.Interviews.ByID(v.Context(), v.Org.ID, idsOf(chosen))
	if err != nil {
		return site.Answer{}, err
	}
	if v.Field("confirm") == "" {
		return askSeveral(v, rows, back)
	}
	by := v.By()
	if by.Reason, err = reasonOf(v); err != nil {
		a, failed := askSeveral(v, rows, back)
		if failed != nil || a.Page == nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	for _, row := range rows {
		by.Shown = append(by.Shown, act.Shown{ID: row.ID, Revision: chosen[row.ID]})
	}
	canceled, refused, err := v.Acts.Bookings.CancelEach(v.Context(), by)
	if err != nil {
		return site.Answer{}, err
	}
	note := "The interviews are canceled."
	if canceled == 1 {
		note = "The interview is canceled."
	}
	if refused == 0 {
		return site.RedirectNote(back, note), nil
	}
	left, err := v.Store.Interviews.ByID(v.Context(), v.Org.ID, idsOf(chosen))
	if err != nil {
		return site.Answer{}, err
	}
	left = slices.DeleteFunc(left, func(r interviews.InterviewRow) bool { return r.CanceledAt != nil })
	a, err := askSeveral(v, left, back)
	if err != nil {
		return a, err
	}
	return a.Refusing(models.Conflictf("%d of the interviews changed after they were shown to you, and were not "+
		"canceled; here they are as they are now", len(left)))
}

// askSeveral shows the interviews that are not canceled yet, and what their cancellation will send.
func askSeveral(v *site.Visit, rows []interviews.InterviewRow, back string) (site.Answer, error) {
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	if err != nil {
		return site.Answer{}, err
	}
	why, err := reasonForm(v)
	if err != nil {
		return site.Answer{}, err
	}
	body, by := bulkBody{Why: why, Back: back}, v.By()
	by.Reason = reasonAsked
	for _, row := range rows {
		if row.CanceledAt != nil {
			continue
		}
		preview, err := v.Acts.Preview.Cancel(v.Context(), by, row.ID)
		if err != nil {
			return site.Answer{}, err
		}
		body.Lines = append(body.Lines, bulkLine{LineOf(v, row, names), site.Sending(preview),
			fmt.Sprintf("%s@%d", row.ID, row.Revision)})
	}
	if len(body.Lines) == 0 {
		return site.RedirectNote(back, "They are canceled already."), nil
	}
	return v.Show("interviews-cancel", "Cancel "+models.Count(len(body.Lines), "interview"), body).
		Under(back, "Interviews").
		Lead("The times are free again, and the links to the sessions are dead. It cannot be taken back."), nil
}

func idsOf(chosen map[string]int64) (ids []string) {
	for id := range chosen {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
