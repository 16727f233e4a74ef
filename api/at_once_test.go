package api_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// slowBody is a body that ends when the test says so.
type slowBody struct {
	read chan struct{} // closed when it is asked for
	once *sync.Once
	end  chan struct{}
}

func newSlowBody() slowBody { return slowBody{make(chan struct{}), &sync.Once{}, make(chan struct{})} }

func (b slowBody) Read([]byte) (int, error) {
	b.once.Do(func() { close(b.read) })
	<-b.end
	return 0, io.EOF
}

// TestRequestsAtOnce: so many requests of one organization are accepted at a time, and the next is refused with 429;
// meanwhile another organization's request is served.
func TestRequestsAtOnce(t *testing.T) {
	t.Parallel()
	const most = 5
	w := open(t, testdb.SQLite(t), func(s *worlds.Setup) {
		s.Limits = models.DefaultLimits()
		s.Limits.RequestsAtOnce, s.Limits.RequestsServed = most, 2
	})
	theirs := w.NewKey(w.Theirs.Organization, nil)
	var all sync.WaitGroup
	var bodies []slowBody
	for range most {
		b := newSlowBody()
		bodies = append(bodies, b)
		all.Go(func() {
			r := worlds.Request("POST", worlds.Prefix+"/interviews", "", "Authorization", "Bearer "+w.Key)
			r.Body, r.ContentLength = io.NopCloser(b), -1
			rec := httptest.NewRecorder()
			w.Handler.ServeHTTP(rec, r)
			if rec.Code != http.StatusBadRequest {
				t.Errorf("one of those that were let in: %d %s", rec.Code, rec.Body)
			}
		})
		select { // a request that waits for its body has no place
		case <-b.read:
		case <-time.After(worlds.Patience):
			t.Fatal("it waits for a place that somebody else's slow body takes")
		}
	}
	a := w.Do("GET", "/roles", "", w.Key).Want(http.StatusTooManyRequests)
	if a.Header.Get("Retry-After") != "1" || !strings.Contains(a.Refusal(),
		fmt.Sprintf("more than %d requests of your organization at a time", most)) {
		t.Errorf("%v %s, want the limit's name and when to come again", a.Header, a.Body)
	}
	w.Do("GET", "/roles", "", theirs).Want(http.StatusOK)
	for _, b := range bodies {
		close(b.end)
	}
	all.Wait()
	w.Do("GET", "/roles", "", w.Key).Want(http.StatusOK)
}
