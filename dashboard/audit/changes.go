package audit

import (
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/history"
)

// actorKinds are who changes something, as a form names them.
var actorKinds = []struct {
	kind  models.ActorKind
	words string
}{
	{models.ActorMember, "Any member"},
	{models.ActorKey, "Any key"},
	{models.ActorCandidate, "Candidates"},
	{models.ActorFile, "The organization file"},
	{models.ActorOperator, "Operators"},
	{models.ActorService, "Litmus itself"},
}

// changesBody is the list of changes.
type changesBody struct {
	Path, Clear       string
	Requests, Changes string // the two lists
	Kinds             []site.Choice
	Members, Keys     []site.Choice
	From, To, Zone    string
	Filtered          bool
	Rows              []site.ChangeLine
	Next, CSV         string
}

// changeFilter reads the filter of changes from the address: "by" is a kind of actor, or one of them as KIND:ID, where
// the id of a member is the pseudonym of pages. An error is of kind [models.Invalid].
func changeFilter(v *site.Visit, members []models.Member) (f history.Filter, after *models.Position, err error) {
	kind, id, _ := strings.Cut(v.Query("by"), ":")
	f = history.Filter{ActorKind: models.ActorKind(kind), ActorID: id}
	if f.ActorKind == models.ActorMember {
		for _, m := range members {
			if v.Store.Availability.PersonID(v.Org.ID, m.Email) == id {
				f.ActorID = m.Email
			}
		}
	}
	if f.Since, f.Until, err = readBounds(v); err != nil {
		return f, nil, err
	}
	after, err = models.ParsePosition(v.Query("after"))
	return f, after, err
}

// auditChanges lists what was changed in the organization, by whom, newest first (D22).
func auditChanges(v *site.Visit) (site.Answer, error) {
	members, err := v.Store.Team.Members(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	body, err := newChangesBody(v, members)
	if err != nil {
		return site.Answer{}, err
	}
	page := func() site.Answer {
		return v.Show("audit-changes", "Audit", body).Lead("What was changed in " + v.Org.Name + ", and by whom.")
	}
	f, after, err := changeFilter(v, members)
	if err != nil {
		return page().Refusing(err)
	}
	found, next, err := v.Store.Audit.Changes(v.Context(), v.Org.ID, f, after, requestsPage)
	if err != nil {
		return site.Answer{}, err
	}
	body.Rows = v.ChangeLines(found)
	if next != nil {
		body.Next = withParameter(v, "after", next.String())
	}
	return page(), nil
}

// newChangesBody is the form of the filter as the address has it. Members are named there by their pseudonyms, since no
// address of a page holds an email.
func newChangesBody(v *site.Visit, members []models.Member) (changesBody, error) {
	q := v.URL.Query()
	b := changesBody{Path: changesPath, Clear: changesPath, Requests: site.AuditPath, Changes: changesPath,
		From: q.Get("from"), To: q.Get("to"), Zone: v.Zone.String(), CSV: changesCSVPath + filterOf(q),
		Filtered: filterOf(q) != ""}
	keys, err := v.Store.Team.Keys(v.Context(), v.Org.ID)
	if err != nil {
		return b, err
	}
	by := q.Get("by")
	for _, k := range actorKinds {
		b.Kinds = append(b.Kinds, site.Choice{Value: string(k.kind), Name: k.words, Chosen: string(k.kind) == by})
	}
	for _, m := range members {
		value, words := string(models.ActorMember)+":"+v.Store.Availability.PersonID(v.Org.ID, m.Email), m.Email
		if m.Name != "" {
			words = m.Name + " (" + m.Email + ")"
		}
		b.Members = append(b.Members, site.Choice{Value: value, Name: words, Chosen: value == by})
	}
	for _, k := range keys {
		value := string(models.ActorKey) + ":" + k.ID
		b.Keys = append(b.Keys, site.Choice{Value: value, Name: keyName(k), Chosen: value == by})
	}
	return b, nil
}

// auditChangesCSV is the list of changes as CSV, the newest 10,000 that the filter selects.
func auditChangesCSV(v *site.Visit) (site.Answer, error) {
	members, err := v.Store.Team.Members(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	f, after, err := changeFilter(v, members)
	if err != nil {
		return site.Answer{}, err
	}
	found, _, err := v.Store.Audit.Changes(v.Context(), v.Org.ID, f, after, auditCSVRows)
	if err != nil {
		return site.Answer{}, err
	}
	rows := make([][]string, len(found))
	for n, c := range found {
		rows[n] = []string{models.FormatInstant(c.At), string(c.Actor.Kind), c.Actor.ID, c.Actor.String(),
			string(c.Subject), c.SubjectID, string(c.Kind), history.Did(c.WithoutReason(), v.Zone, v.Now),
			c.Actor.RequestID}
	}
	return site.CSVFile("changes.csv", []string{"at", "actor", "actor_id", "by", "record", "record_id", "what", "words",
		"request_id"}, rows)
}

// requestBody is the page of a request.
type requestBody struct {
	ID      string
	Request *requestLine // nil: the audit does not have it any more
	Changes []site.ChangeLine
}

// mostRequestChanges is how many changes of one request its page shows: a request that paints slots of many people
// changes one record.
const mostRequestChanges = 100

// A request changes something after it came, and within the time that it may take. The audit has the machine's time,
// and changes the organization's.
const (
	clocksDiffer = time.Minute
	requestTakes = 5 * time.Minute
)

// auditRequest shows a request and what it changed (D22). A link from a change says when that was, in milliseconds, for
// a request that the audit does not have any more.
func auditRequest(v *site.Visit) (site.Answer, error) {
	body := requestBody{ID: v.ID()}
	e, err := v.Store.Audit.Request(v.Context(), v.Org.ID, v.ID())
	missing := models.KindOf(err) == models.NotFound
	if err != nil && !missing {
		return site.Answer{}, err
	}
	at := e.At
	if ms, wrong := strconv.ParseInt(v.Query("at"), 10, 64); missing && wrong == nil {
		at = time.UnixMilli(ms)
	} else if missing {
		return site.Answer{}, err
	}
	changes, _, failed := v.Store.Audit.Changes(v.Context(), v.Org.ID, history.Filter{RequestID: v.ID(),
		Since: at.Add(-clocksDiffer), Until: at.Add(requestTakes + v.Store.Ahead(v.Org.ID))}, nil, mostRequestChanges)
	if failed != nil {
		return site.Answer{}, failed
	}
	if missing && len(changes) == 0 {
		return site.Answer{}, err
	}
	if !missing {
		keys, err := v.Store.Team.Keys(v.Context(), v.Org.ID)
		if err != nil {
			return site.Answer{}, err
		}
		line := lineOfRequest(v, e, keys)
		body.Request = &line
	}
	body.Changes = v.ChangeLines(changes)
	return v.Show("audit-request", "Request "+v.ID(), body).Under(site.AuditPath, "Audit"), nil
}
