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

	"litmus/api"
	"litmus/models"
	"litmus/testdb"
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
	w := open(t, testdb.SQLite(t), func(a *api.API) {
		a.Limits = models.DefaultLimits()
		a.Limits.RequestsAtOnce, a.Limits.RequestsServed = most, 2
	})
	theirs := w.newKey(w.theirs.Organization, nil)
	var all sync.WaitGroup
	var bodies []slowBody
	for range most {
		b := newSlowBody()
		bodies = append(bodies, b)
		all.Go(func() {
			r := request("POST", prefix+"/interviews", "", "Authorization", "Bearer "+w.key)
			r.Body, r.ContentLength = io.NopCloser(b), -1
			rec := httptest.NewRecorder()
			w.handler.ServeHTTP(rec, r)
			if rec.Code != http.StatusBadRequest {
				t.Errorf("one of those that were let in: %d %s", rec.Code, rec.Body)
			}
		})
		select { // a request that waits for its body has no place
		case <-b.read:
		case <-time.After(patience):
			t.Fatal("it waits for a place that somebody else's slow body takes")
		}
	}
	a := w.do("GET", "/roles", "", w.key).want(http.StatusTooManyRequests)
	if a.header.Get("Retry-After") != "1" || !strings.Contains(a.error(),
		fmt.Sprintf("more than %d requests of your organization at a time", most)) {
		t.Errorf("%v %s, want the limit's name and when to come again", a.header, a.body)
	}
	w.do("GET", "/roles", "", theirs).want(http.StatusOK)
	for _, b := range bodies {
		close(b.end)
	}
	all.Wait()
	w.do("GET", "/roles", "", w.key).want(http.StatusOK)
}
