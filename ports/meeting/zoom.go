package meeting

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/ports/outbound"
)

const (
	zoomPage  = 300           // meetings on a page of the list, Zoom's maximum
	zoomPages = 10            // at most this many pages of upcoming meetings are searched
	zoomTopic = 200           // characters of a topic, Zoom's maximum
	zoomMade  = 2             // type of a meeting at a fixed time
	zoomMark  = "litmus-key:" // precedes the key in the agenda
)

// zoom makes meetings of the user who owns the server-to-server OAuth application ("me"). The host need not be present:
// people may join before the host, and there is no waiting room. One user can host one running meeting at a time (two
// with an option of Zoom's), and can create or change 100 meetings a day.
//
// The application needs the scopes meeting:write:admin and meeting:read:admin, or their granular successors
// meeting:write:meeting:admin, meeting:update:meeting:admin, meeting:delete:meeting:admin and
// meeting:read:list_meetings:admin.
type zoom struct {
	*zoomAPI
}

func newZoom(s Source, c *http.Client) (Provider, error) {
	for _, v := range []struct{ name, value string }{
		{"LITMUS_ZOOM_ACCOUNT_ID", s.AccountID}, {"LITMUS_ZOOM_CLIENT_ID", s.ClientID},
		{"LITMUS_ZOOM_CLIENT_SECRET", s.ClientSecret},
	} {
		if strings.TrimSpace(v.value) == "" {
			return nil, errors.New("LITMUS_MEETING is zoom: set " + v.name + ", which the server-to-server OAuth " +
				"application shows")
		}
	}
	s.API, s.Login = cmp.Or(s.API, zoomBase), cmp.Or(s.Login, zoomLogin)
	for _, address := range []string{s.API, s.Login} {
		if _, ok := absolute(address); !ok {
			return nil, errors.New("zoom: the address of the service is no http or https URL")
		}
	}
	return &zoom{newZoomAPI(s, c)}, nil
}

// zoomMeeting has the fields of a meeting that are read. start_url is not among them, because it opens the meeting as
// its host.
type zoomMeeting struct {
	ID        json.Number `json:"id"`
	Topic     string      `json:"topic"`
	StartTime string      `json:"start_time"` // 2006-01-02T15:04:05Z
	Duration  int         `json:"duration"`   // minutes
	Agenda    string      `json:"agenda"`     // in a list, its first 250 characters
	JoinURL   string      `json:"join_url"`
	CreatedAt string      `json:"created_at"`
}

// complete reports whether a meeting has an id and a usable link.
func (m zoomMeeting) complete() bool {
	u, err := url.Parse(m.JoinURL)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && len(m.JoinURL) <= 2048 &&
		m.ID != ""
}

func (z *zoom) Make(ctx context.Context, m Meeting) (Made, error) {
	if m.Key == "" {
		return Made{}, outbound.Impossible("zoom", "a meeting needs a key")
	}
	found, err := z.find(ctx, m.Key)
	if err != nil {
		return Made{}, err
	}
	if len(found) > 0 {
		made := Made{found[0].ID.String(), found[0].JoinURL}
		as := zoomFields(m)
		if found[0].Topic == as["topic"] && found[0].StartTime == as["start_time"] &&
			found[0].Duration == as["duration"] {
			return made, nil
		}
		err := z.change(ctx, made.ID, m)
		if !isGone(err) {
			return made, orNil(err)
		}
	}
	return z.create(ctx, m)
}

func (z *zoom) Move(ctx context.Context, made Made, m Meeting) (Made, error) {
	if made.ID == "" {
		return z.Make(ctx, m)
	}
	err := z.change(ctx, made.ID, m)
	if isGone(err) {
		return z.Make(ctx, m)
	}
	return made, orNil(err)
}

func (z *zoom) Delete(ctx context.Context, key string, made Made) error {
	ids := []string{made.ID}
	if made.ID == "" {
		found, err := z.find(ctx, key)
		if err != nil {
			return err
		}
		ids = nil
		for _, m := range found {
			ids = append(ids, m.ID.String())
		}
	}
	for _, id := range ids {
		path := "/meetings/" + url.PathEscape(id) + "?schedule_for_reminder=false&cancel_meeting_reminder=false"
		err := z.call(ctx, http.MethodDelete, path, nil, nil)
		if err != nil && !isGone(err) && err.code != zoomEnded {
			return err.Failure
		}
	}
	return nil
}

// create makes a meeting without looking for an existing one.
func (z *zoom) create(ctx context.Context, m Meeting) (Made, error) {
	var got zoomMeeting
	err := z.inZone(m, func(in map[string]any) *zoomError {
		got = zoomMeeting{}
		return z.call(ctx, http.MethodPost, "/users/me/meetings", in, &got)
	})
	if err != nil {
		return Made{}, err.Failure
	}
	if !got.complete() {
		return Made{}, outbound.Garbage("zoom", "the answer has no id or no link")
	}
	return Made{got.ID.String(), got.JoinURL}, nil
}

// change updates a meeting in place.
func (z *zoom) change(ctx context.Context, id string, m Meeting) *zoomError {
	return z.inZone(m, func(in map[string]any) *zoomError {
		return z.call(ctx, http.MethodPatch, "/meetings/"+url.PathEscape(id), in, nil)
	})
}

// inZone writes a meeting, and writes it again in UTC if Zoom does not know its zone (code 300). Zoom knows only some
// of the IANA names. The time itself is always in UTC.
func (z *zoom) inZone(m Meeting, write func(map[string]any) *zoomError) *zoomError {
	in := zoomFields(m)
	err := write(in)
	if err != nil && err.Status == http.StatusBadRequest && err.code == zoomInvalid && in["timezone"] != "UTC" &&
		err.Fate == outbound.GiveUp {
		in["timezone"] = "UTC"
		err = write(in)
	}
	return err
}

// find returns the meetings with a key, the oldest first.
func (z *zoom) find(ctx context.Context, key string) ([]zoomMeeting, error) {
	var found []zoomMeeting
	page := ""
	for range zoomPages {
		var list struct {
			NextPageToken string         `json:"next_page_token"`
			Meetings      *[]zoomMeeting `json:"meetings"`
		}
		path := "/users/me/meetings?type=scheduled&page_size=" + strconv.Itoa(zoomPage)
		if page != "" {
			path += "&next_page_token=" + url.QueryEscape(page)
		}
		if err := z.call(ctx, http.MethodGet, path, nil, &list); err != nil {
			return nil, err.Failure
		}
		if list.Meetings == nil {
			return nil, outbound.Garbage("zoom", "the answer is no list of meetings")
		}
		for _, m := range *list.Meetings {
			if m.complete() && slices.Contains(strings.Fields(m.Agenda), zoomKey(key)) {
				found = append(found, m)
			}
		}
		if page = list.NextPageToken; page == "" {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b zoomMeeting) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	return found, nil
}

// zoomKey returns the key as one word for the agenda.
func zoomKey(key string) string { return zoomMark + url.QueryEscape(key) }

func zoomFields(m Meeting) map[string]any {
	topic := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(m.Title, "")), " "))
	return map[string]any{
		"topic":      string(topic[:min(len(topic), zoomTopic)]),
		"type":       zoomMade,
		"start_time": m.Start.UTC().Format("2006-01-02T15:04:05Z"),
		"duration":   int((m.Duration + time.Minute - 1) / time.Minute),
		"timezone":   cmp.Or(m.Zone, "UTC"),
		"agenda":     zoomKey(m.Key),
		"settings": map[string]any{
			"join_before_host": true, "jbh_time": 0, "waiting_room": false, "use_pmi": false,
			"meeting_authentication": false, "email_notification": false, "registrants_email_notification": false,
		},
	}
}
