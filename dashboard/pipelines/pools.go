package pipelines

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	stored "litmus/store/pools"
)

// poolStates are the states of members of pools in words.
var poolStates = map[models.PoolState]string{models.PoolQualified: "qualified", models.PoolShadow: "shadowing",
	models.PoolReverseShadow: "reverse shadowing", models.PoolPaused: "paused"}

// poolsView is the list of pools, with the form of a new one.
type poolsView struct {
	Pools []poolLine
	Rooms bool // one of them is of rooms
	May   bool // edit
	ID    string
	Typed typedPool
}

// poolLine is a pool in the list, with how many of its members are what by now.
type poolLine struct {
	models.Pool
	Qualified, Training, Paused, Rooms int
}

// typedPool is a pool as it is typed.
type typedPool struct {
	Name, Kind, Shadowings, Reverse string
	Shown                           bool
	New                             bool // the kind can be chosen
	Limits                          models.LimitsForm
}

// limitHints say what the limits of a pool count.
var limitHints = map[string]string{
	"day":    "Interviews with a seat from this pool, each once, in the zone of the organization. Empty: no limit.",
	"week":   "From Monday to Sunday.",
	"row":    "Of whoever is seated, with less than 15 minutes between them.",
	"before": "Of whoever is seated.",
	"after":  "Of whoever is seated.",
	"notice": "No seat is filled sooner.",
}

// LimitInputs are the fields of the pool's limits (P5).
func (t typedPool) LimitInputs() []site.LimitInput { return site.LimitInputs(t.Limits, limitHints) }

// People reports whether the pool is one of people.
func (t typedPool) People() bool { return t.Kind != models.PoolRooms }

func readTypedPool(v *site.Visit) typedPool {
	return typedPool{Name: v.Field("name"), Kind: v.Field("kind"), Shadowings: v.Field("shadowings"),
		Reverse: v.Field("reverse"), Shown: v.Field("shown") != "", Limits: v.LimitsTyped()}
}

// edit reads what was typed, which [pipeline.PoolEdit.Check] checks; the error is of kind [models.Invalid].
func (t typedPool) edit() (e pipeline.PoolEdit, err error) {
	e = pipeline.PoolEdit{Name: t.Name, Kind: t.Kind, PoolSettings: models.PoolSettings{ShadowsShown: t.Shown}}
	if e.ShadowsNeeded, err = models.ParseWhole("the shadowings", t.Shadowings, 0, 0, models.MaxTraining); err != nil {
		return e, err
	}
	e.ReverseShadowsNeeded, err = models.ParseWhole("the reverse shadowings", t.Reverse, 0, 0, models.MaxTraining)
	if err == nil {
		e.Limits, err = t.Limits.Parse()
	}
	return e, err
}

// today is the date of the organization, by which pauses end on its pages.
func today(v *site.Visit) string {
	return v.Store.NowOf(v.Org.ID).In(models.Location(v.Org.TimeZone)).Format(time.DateOnly)
}

// pools lists the organization's pools (P1).
func pools(v *site.Visit) (site.Answer, error) {
	return showPools(v, stored.NewPoolID(), typedPool{Shadowings: "2", Reverse: "1"})
}

func showPools(v *site.Visit, id string, typed typedPool) (site.Answer, error) {
	list, err := v.Store.Pools.List(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	typed.New = true
	body := &poolsView{ID: id, Typed: typed, May: v.Can(access.ActionEditPools, access.Facts{})}
	date := today(v)
	for _, p := range list {
		line := poolLine{Pool: p.Pool, Rooms: len(p.Rooms)}
		body.Rooms = body.Rooms || p.Kind == models.PoolRooms
		for _, m := range p.Members {
			switch m.StateOn(date) {
			case models.PoolQualified:
				line.Qualified++
			case models.PoolPaused:
				line.Paused++
			default:
				line.Training++
			}
		}
		body.Pools = append(body.Pools, line)
	}
	return v.Show("pools", "Pools", body).
		Lead("People who can take the same seat in interviews, and who of them is in training; and rooms."), nil
}

// createPool makes a pool. A form that is sent twice makes one.
func createPool(v *site.Visit) (site.Answer, error) {
	typed := readTypedPool(v)
	e, err := typed.edit()
	var p models.Pool
	if err == nil {
		p, err = v.Acts.Pools.Create(v.Context(), v.By(), v.Field("id"), e)
	}
	if err == nil {
		return site.RedirectNote(site.PoolPath(p.ID, ""), "The pool is created. Add its "+p.Kind+" next."), nil
	}
	a, failed := showPools(v, stored.NewPoolID(), typed) // the next one is another pool
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}

// poolView is the page of a pool.
type poolView struct {
	pipeline.PoolPage
	Path     string
	May      bool // edit
	Rows     []poolRow
	Typed    typedPool
	Versions []difference      // what is saved by now, if that is another version than the form showed
	Joins    models.PoolMember // who was typed to be added, and was refused
	People   []models.Member   // to choose somebody from
	States   []poolChoice      // to be added as
	History  []site.ChangeLine // the newest changes (D4)

	RoomRows []roomLine // of a pool of rooms
	NewRoom  roomLine
}

// poolRow is a member of a pool with what can be done to them.
type poolRow struct {
	N int // counts the rows, for ids
	models.PoolMember
	Now     string // their state today in words
	Trained string // how far they are in training, "" for who is qualified
	States  []poolChoice
	Resumes []poolChoice
}

// poolChoice is a state to choose.
type poolChoice struct {
	Value models.PoolState
	Words string
	On    bool
}

func poolChoices(states []models.PoolState, on models.PoolState) (out []poolChoice) {
	for _, s := range states {
		out = append(out, poolChoice{s, poolStates[s], s == on})
	}
	return out
}

// notPaused are the states that somebody can have after a pause.
var notPaused = models.PoolStates[:3]

// pool shows a pool with its members.
func pool(v *site.Visit) (site.Answer, error) { return showPool(v, nil, models.PoolMember{}, nil) }

// showPool shows the pool and its forms. A form that was refused shows what was typed: typed is of the pool, room of a
// room, joins of somebody to add.
func showPool(v *site.Visit, typed *typedPool, joins models.PoolMember, room *typedRoom) (site.Answer, error) {
	page, err := v.Store.Pools.Page(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	body := &poolView{PoolPage: page, Path: site.PoolPath(page.ID, ""), Joins: joins,
		May:    edits(v, access.ActionEditPools, page.Origin),
		States: poolChoices(models.PoolStates, joins.State),
		Typed: typedPool{Name: page.Name, Kind: page.Kind, Shadowings: strconv.Itoa(page.ShadowsNeeded),
			Reverse: strconv.Itoa(page.ReverseShadowsNeeded), Shown: page.ShadowsShown, Limits: page.Limits.FormOf()}}
	if typed != nil {
		if typed.Kind = page.Kind; !typed.People() { // the form does not have them
			typed.Shadowings, typed.Reverse = body.Typed.Shadowings, body.Typed.Reverse
		}
		if yes := map[bool]string{true: "yes", false: "no"}; stale(v, page.Version) {
			limits, err := typed.Limits.Parse()
			if err != nil { // which the page says
				limits = page.Limits
			}
			body.Versions = differing(difference{"Name", page.Name, typed.Name},
				difference{"Shadowings", body.Typed.Shadowings, typed.Shadowings},
				difference{"Reverse shadowings", body.Typed.Reverse, typed.Reverse},
				difference{"Candidates are told of trainees", yes[page.ShadowsShown], yes[typed.Shown]},
				difference{"Limits", page.Limits.Words(), limits.Words()})
		}
		body.Typed = *typed
	}
	date := today(v)
	for n, m := range page.Members {
		state := m.StateOn(date)
		row := poolRow{N: n, PoolMember: m, Now: poolStates[state], Trained: page.TrainingWords(m),
			States: poolChoices(models.PoolStates, m.State), Resumes: poolChoices(notPaused,
				cmp.Or(m.Resumes, m.State))} // a trainee who is paused stays one, unless somebody says otherwise
		if state == models.PoolPaused && m.PausedUntil != "" {
			row.Now += " until " + m.PausedUntil
		}
		body.Rows = append(body.Rows, row)
	}
	if page.Kind == models.PoolRooms {
		connected, err := v.Store.Availability.RoomConnections(v.Context(), v.Org.ID, page.ID)
		if err != nil {
			return site.Answer{}, err
		}
		body.addRooms(v, room, connected)
	} else if body.May {
		people, err := v.Store.Team.Team(v.Context(), v.Org.ID)
		if err != nil {
			return site.Answer{}, err
		}
		body.People = slices.DeleteFunc(people, func(m models.Member) bool { return page.Member(m.Email) != nil })
	}
	if body.History, err = v.HistoryOf(models.SubjectPool, page.ID); err != nil {
		return site.Answer{}, err
	}
	return v.Show("pool", page.Name, body).Under(site.PoolsPath, "Pools"), nil
}

// poolDone leads back to the pool with a note, or shows its page again with what is wrong.
func poolDone(v *site.Visit, err error, place, note string, typed *typedPool,
	joins models.PoolMember) (site.Answer, error) {
	if err == nil {
		return site.RedirectNote(site.PoolPath(v.ID(), place), note), nil
	}
	a, failed := showPool(v, typed, joins, nil)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}

// editPool saves what the pool says.
func editPool(v *site.Visit) (site.Answer, error) {
	typed := readTypedPool(v)
	version, err := v.ShownVersion()
	var e pipeline.PoolEdit
	if err == nil {
		e, err = typed.edit()
	}
	if err == nil {
		err = v.Acts.Pools.Edit(v.Context(), v.By(), v.ID(), version, e)
	}
	return poolDone(v, err, "", "The pool is saved.", &typed, models.PoolMember{})
}

// removePool deletes a pool that no seat names.
func removePool(v *site.Visit) (site.Answer, error) {
	version, err := v.ShownVersion()
	if err == nil {
		err = v.Acts.Pools.Remove(v.Context(), v.By(), v.ID(), version)
	}
	if err == nil {
		return site.RedirectNote(site.PoolsPath, "The pool is deleted."), nil
	}
	return poolDone(v, err, "", "", nil, models.PoolMember{})
}

// readPoolMember reads a member of a pool as a form says them.
func readPoolMember(v *site.Visit) (m models.PoolMember, err error) {
	m = models.PoolMember{Email: v.Field("email"), State: models.PoolState(v.Field("state")),
		PausedUntil: v.Field("until"), Resumes: models.PoolState(v.Field("resumes"))}
	if m.Counted, err = models.ParseWhole("counted", v.Field("counted"), 0, 0, math.MaxInt32); err != nil {
		return m, err
	}
	m.Done, err = models.ParseWhole("done", v.Field("done"), 0, 0, models.MaxTraining)
	return m, err
}

// joinPool adds somebody to a pool.
func joinPool(v *site.Visit) (site.Answer, error) {
	m, err := readPoolMember(v)
	if err == nil {
		err = v.Acts.Pools.Join(v.Context(), v.By(), v.ID(), m)
	}
	return poolDone(v, err, "#members", m.Email+" is in the pool.", nil, m)
}

// changePoolMember changes the state of a member, or corrects the count of a trainee.
func changePoolMember(v *site.Visit) (site.Answer, error) {
	version, err := v.ShownVersion()
	var m models.PoolMember
	if err == nil {
		m, err = readPoolMember(v)
	}
	if err == nil {
		err = v.Acts.Pools.SetMember(v.Context(), v.By(), v.ID(), version, m)
	}
	return poolDone(v, err, "#members", m.Email+" is changed.", nil, models.PoolMember{})
}

// leavePool takes somebody out of a pool. They keep their interviews.
func leavePool(v *site.Visit) (site.Answer, error) {
	email := v.Field("email")
	return poolDone(v, v.Acts.Pools.Leave(v.Context(), v.By(), v.ID(), email), "#members",
		email+" is not in the pool any more. They keep their interviews.", nil, models.PoolMember{})
}
