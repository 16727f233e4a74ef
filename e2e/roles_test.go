package e2e

import (
	"fmt"
	"slices"
	"testing"
)

// §4 Roles, §2 Role: the newest first, and an empty list when there are none.
func TestRoles(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		r := o.Do(t, "GET", "/roles", nil).Want(200)
		newest := []string{o.Posting("analyst"), o.Posting("empty")} // created at the same instant: id descending
		slices.Sort(newest)
		slices.Reverse(newest)
		// whose ids say otherwise: it was made later and is older
		want := append(newest, o.Posting("engineer"), o.Posting("graduates"))
		if got := r.Texts("roles", "id"); !slices.Equal(got, want) {
			t.Fatalf("roles %v, want %v", got, want)
		}
		engineer := `{"assessment_count":10,"created_at":"2026-02-05T09:00:00.000Z","id":"` + o.Posting("engineer") +
			`","kind":"role","location":"Berlin","status":"open","team":"Imaging","title":"Imaging Engineer",` +
			`"type":"full_time"}`
		if got := r.JSON("roles.2"); got != engineer {
			t.Errorf("role\n%s\nwant\n%s", got, engineer)
		}
	})
	s := Shared(t)
	bearer := "Bearer " + s.KeyOf("first")
	r := s.Do(t, "GET", prefix+"/roles", nil, "Authorization", bearer).Want(200)
	if got := r.JSON(""); got != `{"roles":[]}` {
		t.Errorf("got %s, want an empty list", got)
	}
	r = s.Do(t, "GET", prefix+"/interviews", nil, "Authorization", bearer).Want(200)
	if got := r.JSON(""); got != `{"interviews":[],"next_cursor":null}` {
		t.Errorf("got %s, want an empty page", got)
	}
}

// §2 Pipeline, §2 unstaged_assessments.
func TestPipeline(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		r := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/pipeline", nil).Want(200)
		if got, want := r.Keys(""), []string{"posting_id", "tracks", "unstaged_assessments"}; !slices.Equal(got, want) {
			t.Errorf("the pipeline has %v, want %v", got, want)
		}
		round := func(track, step string) string { return o.Round("engineer", track, step) }
		for path, want := range map[string]string{
			"posting_id":          `"` + o.Posting("engineer") + `"`,
			"tracks.0.id":         `"` + o.Track("engineer", "main") + `"`,
			"tracks.0.name":       `"Main"`,
			"tracks.0.is_default": "true",
			"tracks.1.is_default": "false",
			"tracks.0.steps.0":    `{"round_id":"` + round("main", "review") + `","title":"CV review","type":"step"}`,
			"tracks.0.steps.3": fmt.Sprintf(`{"assessment_id":"%s","bookable":true,"delivery_mode":"sync",`+
				`"duration_minutes":90,"round_id":"%s","title":"Pairing","type":"assessment"}`,
				o.Assessment("pairing"), round("main", "pairing")),
			"tracks.0.steps.4": fmt.Sprintf(`{"assessment_ids":["%s","%s"],"assignment_mode":"self_select",`+
				`"group_id":"%s","round_id":"%s","title":"Language quiz","type":"group"}`, o.Assessment("quiz-c"),
				o.Assessment("quiz-zig"), r.Text("tracks.0.steps.4.group_id"), round("main", "quizzes")),
			"tracks.1.steps.2": fmt.Sprintf(`{"assessment_id":"%s","bookable":false,"delivery_mode":"sync",`+
				`"duration_minutes":60,"round_id":"%s","title":"Draft round","type":"assessment"}`,
				o.Assessment("draft"), round("referral", "draft")),
			"unstaged_assessments.0": fmt.Sprintf(`{"assessment_id":"%s","delivery_mode":"async",`+
				`"duration_minutes":60,"title":"Essay"}`, o.Assessment("essay")),
		} {
			if got := r.JSON(path); got != want {
				t.Errorf("%s is\n%s\nwant\n%s", path, got, want)
			}
		}
		if main, referral := len(r.List("tracks.0.steps")), len(r.List("tracks.1.steps")); main != 7 || referral != 3 {
			t.Errorf("the tracks have %d and %d steps, want 7 and 3", main, referral)
		}
		empty := o.Do(t, "GET", "/postings/"+o.Posting("empty")+"/pipeline", nil).Want(200)
		if got, want := empty.JSON(""), `{"posting_id":"`+o.Posting("empty")+
			`","tracks":[],"unstaged_assessments":[]}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		o.Do(t, "GET", "/postings/post_unknown/pipeline", nil).WantError(404, "post_unknown")
	})
}

// §2 Submission, §4 Submissions: neither an invite's id nor an interview's will do, and there is no list.
func TestSubmissions(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		for key, want := range map[string]string{
			"judged": `"candidate":{"email":"judged@%s","name":"Jude Quillon"},"decision":"advance","id":"%s","native_score":4.2,"report_url":"%s","score":84,"score_scale":{"max":5,"min":0},"submitted_at":"2026-03-01T10:00:00.000Z"}`,
			"legacy": `"candidate":{"email":"legacy@%s","name":"Lev Quillon"},"decision":"reject","id":"%s","native_score":null,"report_url":"%s","score":61,"score_scale":null,"submitted_at":"2025-01-10T10:00:00.000Z"}`,
		} {
			id := o.IDs.Submissions[key]
			r := o.Do(t, "GET", "/submissions/"+id, nil).Want(200)
			want = `{"assessment_id":"` + o.Assessment("lens") + `",` + fmt.Sprintf(want, o.Slug+".example", id,
				o.API+"/dashboard/submissions/"+id)
			if got := r.JSON(""); got != want {
				t.Errorf("%s\n%s\nwant\n%s", key, got, want)
			}
		}
		candidate := o.Book(t, "cleo").Text("interview.candidate.id")
		for _, other := range []string{"/sub_unknown", "/" + candidate, "/" + o.IDs.Imports["gh"], ""} {
			o.Do(t, "GET", "/submissions"+other, nil).WantError(404)
		}
	})
}
