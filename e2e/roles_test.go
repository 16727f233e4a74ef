package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// §4 Roles.
func TestRoles(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		r := o.Do(t, "GET", "/roles", nil).Want(200)
		if got := r.Keys(""); !slices.Equal(got, []string{"roles"}) {
			t.Errorf("the answer has %v, want roles", got)
		}
		newest := []string{o.Posting("analyst"), o.Posting("empty")} // created at the same instant: id descending
		slices.Sort(newest)
		slices.Reverse(newest)
		// whose ids say otherwise: it was made later and is older
		want := append(newest, o.Posting("engineer"), o.Posting("graduates"))
		if got := r.Texts("roles", "id"); !slices.Equal(got, want) {
			t.Fatalf("roles %v, want %v", got, want)
		}
		for i, id := range want {
			path := fmt.Sprintf("roles.%d", i)
			roleShape.check(r, path)
			want := map[string]string{
				o.Posting("engineer"): `{"assessment_count":10,"created_at":"2026-02-05T09:00:00.000Z","id":"` + id +
					`","kind":"role","location":"Berlin","status":"open","team":"Imaging","title":"Imaging Engineer","type":"full_time"}`,
				o.Posting("graduates"): `{"assessment_count":1,"created_at":"2026-01-05T09:00:00.000Z","id":"` + id +
					`","kind":"cohort","location":"Remote","status":"open","team":"People","title":"Graduate cohort","type":""}`,
				o.Posting("analyst"): `{"assessment_count":2,"created_at":"2026-03-05T09:00:00.000Z","id":"` + id +
					`","kind":"role","location":"London","status":"closed","team":"Insights","title":"Data Analyst","type":"part_time"}`,
				o.Posting("empty"): `{"assessment_count":0,"created_at":"2026-03-05T09:00:00.000Z","id":"` + id +
					`","kind":"role","location":"","status":"open","team":"","title":"Office Manager","type":"contract"}`,
			}[id]
			if got := r.JSON(path); got != want {
				t.Errorf("role\n%s\nwant\n%s", got, want)
			}
		}
		if again := o.Do(t, "GET", "/roles?limit=1&cursor=x", nil).Want(200); again.JSON("") != r.JSON("") {
			t.Error("parameters change the list of roles; it is one page")
		}
	})
}

// §4 Roles: an empty list when there are none.
func TestRolesOfAnEmptyOrganization(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	key := s.KeyOf("first")
	r := s.Do(t, "GET", prefix+"/roles", nil, "Authorization", "Bearer "+key).Want(200)
	if got := strings.TrimSpace(string(r.Body)); got != `{"roles":[]}` {
		t.Errorf("got %s, want an empty list", got)
	}
	r = s.Do(t, "GET", prefix+"/interviews", nil, "Authorization", "Bearer "+key).Want(200)
	if got := strings.TrimSpace(string(r.Body)); got != `{"interviews":[],"next_cursor":null}` {
		t.Errorf("got %s, want an empty page", got)
	}
}

// §2 Pipeline, §2 unstaged_assessments.
func TestPipeline(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		r := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/pipeline", nil).Want(200)
		if got, want := r.Keys(""), []string{"posting_id", "tracks", "unstaged_assessments"}; !slices.Equal(got, want) {
			t.Errorf("the pipeline has %v, want %v", got, want)
		}
		if got := r.Text("posting_id"); got != o.Posting("engineer") {
			t.Errorf("posting_id = %s", got)
		}
		round := func(track, step string) string { return o.Round("engineer", track, step) }
		assessment := func(track, step, key, mode, title string, minutes int, bookable bool) string {
			return fmt.Sprintf(
				`{"assessment_id":"%s","bookable":%t,"delivery_mode":"%s","duration_minutes":%d,"round_id":"%s","title":"%s","type":"assessment"}`,
				o.Assessment(key), bookable, mode, minutes, round(track, step), title)
		}
		group := func(step, mode, title string, members ...string) string { // its fields and no others
			i := slices.Index([]string{"quizzes", "lottery"}, step) + 4
			return fmt.Sprintf(
				`{"assessment_ids":["%s","%s"],"assignment_mode":"%s","group_id":"%s","round_id":"%s","title":"%s","type":"group"}`,
				o.Assessment(members[0]), o.Assessment(members[1]), mode,
				r.Text(fmt.Sprintf("tracks.0.steps.%d.group_id", i)), round("main", step), title)
		}
		for i, track := range []struct {
			key, name string
			isDefault bool
			steps     []string
		}{
			{"main", "Main", true, []string{
				`{"round_id":"` + round("main", "review") + `","title":"CV review","type":"step"}`,
				assessment("main", "lens", "lens", "async", "Take-home", 60, true),
				assessment("main", "systems", "systems", "sync", "Systems", 60, true),
				assessment("main", "pairing", "pairing", "sync", "Pairing", 90, true),
				group("quizzes", "self_select", "Language quiz", "quiz-c", "quiz-zig"),
				group("lottery", "random", "Random quiz", "quiz-zig", "quiz-c"),
				assessment("main", "week", "week", "trial", "Trial week", 60, true),
			}},
			{"referral", "Referral", false, []string{
				assessment("referral", "systems", "systems", "sync", "Systems", 45, true),
				assessment("referral", "portfolio", "portfolio", "sync", "Portfolio", 30, true),
				assessment("referral", "draft", "draft", "sync", "Draft round", 60, false),
			}},
		} {
			path := fmt.Sprintf("tracks.%d.", i)
			if got, want := r.Keys(fmt.Sprintf("tracks.%d", i)),
				[]string{"id", "is_default", "name", "steps"}; !slices.Equal(got, want) {
				t.Errorf("track %s has %v, want %v", track.key, got, want)
			}
			if r.Text(path+"id") != o.Track("engineer", track.key) || r.Text(path+"name") != track.name ||
				r.At(path+"is_default") != track.isDefault {
				t.Errorf("track %d is %s, want %s", i, r.JSON(fmt.Sprintf("tracks.%d", i)), track.key)
			}
			for n, want := range track.steps {
				if got := r.JSON(fmt.Sprintf("%ssteps.%d", path, n)); got != want {
					t.Errorf("step %d of %s\n%s\nwant\n%s", n, track.key, got, want)
				}
			}
			if got := len(r.List(path + "steps")); got != len(track.steps) {
				t.Errorf("track %s has %d steps, want %d", track.key, got, len(track.steps))
			}
		}
		unstaged := fmt.Sprintf(
			`[{"assessment_id":"%s","delivery_mode":"async","duration_minutes":60,"title":"Essay"},{"assessment_id":"%s","delivery_mode":"sync","duration_minutes":60,"title":"Spare interview"}]`,
			o.Assessment("essay"), o.Assessment("spare"))
		if got := r.JSON("unstaged_assessments"); got != unstaged {
			t.Errorf("unstaged_assessments\n%s\nwant\n%s", got, unstaged)
		}

		t.Run("a closed posting and one with nothing have theirs", func(t *testing.T) {
			o.Do(t, "GET", "/postings/"+o.Posting("analyst")+"/pipeline", nil).Want(200)
			r := o.Do(t, "GET", "/postings/"+o.Posting("empty")+"/pipeline", nil).Want(200)
			if got, want := r.JSON(""), `{"posting_id":"`+o.Posting("empty")+
				`","tracks":[],"unstaged_assessments":[]}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
		t.Run("unknown is 404", func(t *testing.T) {
			o.Do(t, "GET", "/postings/post_unknown/pipeline", nil).WantError(404, "post_unknown")
			o.Do(t, "GET", "/postings/"+o.Round("engineer", "main", "review")+"/pipeline", nil).WantError(404)
		})
	})
}

// §2 Submission.
func TestSubmissions(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		for key, want := range map[string]string{
			"judged": `"candidate":{"email":"judged@%s","name":"Jude Quillon"},"decision":"advance","id":"%s","native_score":4.2,"report_url":"%s","score":84,"score_scale":{"max":5,"min":0},"submitted_at":"2026-03-01T10:00:00.000Z"}`,
			"legacy": `"candidate":{"email":"legacy@%s","name":"Lev Quillon"},"decision":"reject","id":"%s","native_score":null,"report_url":"%s","score":61,"score_scale":null,"submitted_at":"2025-01-10T10:00:00.000Z"}`,
			"fresh":  `"candidate":{"email":"fresh@%s","name":"Freya Quillon"},"decision":"pending","id":"%s","native_score":null,"report_url":"%s","score":null,"score_scale":null,"submitted_at":"2026-03-05T10:00:00.000Z"}`,
		} {
			id := o.IDs.Submissions[key]
			r := o.Do(t, "GET", "/submissions/"+id, nil).Want(200)
			submissionShape.check(r, "")
			want = `{"assessment_id":"` + o.Assessment("lens") + `",` + fmt.Sprintf(want, o.Slug+".example", id,
				o.API+"/dashboard/submissions/"+id)
			if got := r.JSON(""); got != want {
				t.Errorf("%s\n%s\nwant\n%s", key, got, want)
			}
		}
		candidate := o.Book(t, "cleo").Text("interview.candidate.id")
		for _, other := range []string{"sub_unknown", candidate, o.IDs.Imports["gh"], "%00", "%ff"} {
			// §4: not an invite_id, not an interview id
			o.Do(t, "GET", "/submissions/"+other, nil).WantError(404)
		}
		o.Do(t, "GET", "/submissions", nil).WantError(404) // §4: there is no list
	})
}
