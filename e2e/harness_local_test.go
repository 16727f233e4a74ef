package e2e

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	grpchealth "google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"litmus/activities"
	"litmus/cli"
	"litmus/inbox"
	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/files"
	"litmus/store"
	"litmus/testdb"
	"litmus/worker"
)

// local is a service in the process of the tests: `litmus api` as it is, with a clock that a test can move, and the
// activities of `litmus worker`, called directly. Of Temporal there is only a frontend that accepts every signal.
type local struct {
	clock   movedClock
	effects *effects
	store   *store.Store // of the commands beside it; nil: each opens its own
	undo    []func()
}

// Serve starts a service of the test's own, for a test that neither kills it nor looks at its process: in this process,
// or as [Start] does where this run has processes. Flags of `litmus up` need [Start].
func Serve(t testing.TB, options ...Option) *Service {
	t.Helper()
	noteLane()
	if processes {
		return Start(t, options...)
	}
	s := &Service{Log: &record{}}
	for _, o := range options {
		o(s)
	}
	if len(s.args) > 0 || s.ports {
		t.Fatalf("flags of litmus up (%v) and kept ports need Start", s.args)
	}
	if s.Data == "" {
		s.Data = t.TempDir()
	}
	if s.Database() == s.ownDatabase() {
		Database(testdb.SQLite(t))(s) // a copy of a migrated file
	}
	t.Cleanup(func() { s.end(t) })
	if err := s.serve(); err != nil {
		t.Fatalf("start the service in this process: %v\n%s", err, tail(s.Log.String()))
	}
	return s
}

// serve starts the service in this process, and writes to its folder what the commands beside it read there.
func (s *Service) serve() (err error) {
	s.local = &local{}
	defer func() {
		if err != nil {
			s.local.close()
		}
	}()
	temporal, err := s.local.startFrontend()
	if err != nil {
		return err
	}
	s.Env = append([]string{"LITMUS_ADDR=127.0.0.1:0", "LITMUS_LOG=json", "LITMUS_DRAIN=0s", signingSecret,
		"LITMUS_DATABASE_URL=" + s.Database(), "TEMPORAL_ADDRESS=" + temporal}, s.Env...)
	if err := s.startAPI("--migrate"); err != nil {
		return err
	}
	secret := strings.TrimPrefix(signingSecret, "LITMUS_SECRET=")
	for name, content := range map[string]string{"origin": s.API, "secret": secret} {
		if err := os.WriteFile(filepath.Join(s.Data, name), []byte(content+"\n"), 0o600); err != nil {
			return err
		}
	}
	catcher, err := inbox.OpenCatcher(filepath.Join(s.Data, "inbox"))
	if err != nil {
		return err
	}
	s.local.undo = append(s.local.undo, catcher.Close)
	pages := httptest.NewServer(catcher.Handler())
	s.local.undo = append(s.local.undo, pages.Close)
	s.Ready.Inbox = pages.URL + inboxPath
	worker := s.program(s.Log, s.Log)
	worker.Environ = append([]string{"LITMUS_SMTP_URL=" + catcher.URL(), "LITMUS_BASE_URL=" + s.API}, worker.Environ...)
	acts, end, err := worker.Effects(context.Background())
	if err != nil {
		return err
	}
	s.local.undo = append(s.local.undo, end)
	s.local.effects = &effects{acts: acts, forget: catcher.Forget}
	for _, v := range s.Env {
		if at, is := strings.CutPrefix(v, "LITMUS_FILES="); is {
			folder, err := files.New(at, files.Access{})
			if err != nil {
				return err
			}
			s.local.effects.kept = files.Own(folder, false, slog.New(slog.DiscardHandler),
				func(ctx context.Context) (string, error) {
					who, err := acts.Store.Identity(ctx)
					return who.ID, err
				})
		}
	}
	if s.local.store, err = s.program(s.Log, s.Log).Open(context.Background()); err != nil {
		return err
	}
	s.local.undo = append(s.local.undo, func() { _ = s.local.store.Close() })
	return nil
}

// program is the command line with the environment and the clock of a service in this process.
func (s *Service) program(stdout, stderr *record) cli.Program {
	p := cli.Program{Environ: s.Env, Stdout: stdout, Stderr: stderr}
	if s.local != nil {
		p.Now, p.Store = s.local.clock.Now, s.local.store
		if s.clock {
			p.Wake = s.carryOut
		}
	}
	return p
}

// carryOut does what the rows of the service owe, when its test clock asks for it.
func (s *Service) carryOut(ctx context.Context, _ []models.PendingWake) {
	if err := s.local.effects.run(ctx); err != nil {
		fmt.Fprintf(s.Log, "the side effects of the service: %v\n", err)
	}
}

// close ends what stands beside the api, the last first.
func (l *local) close() {
	for n := len(l.undo) - 1; n >= 0; n-- {
		l.undo[n]()
	}
	l.undo = nil
}

// startFrontend listens where the api looks for Temporal. It accepts every signal and forgets it: what is owed stands
// in the rows, where [effects] finds it.
func (l *local) startFrontend() (address string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := grpc.NewServer()
	workflowservice.RegisterWorkflowServiceServer(server, frontend{})
	alive := grpchealth.NewServer()
	alive.SetServingStatus(workflowservice.WorkflowService_ServiceDesc.ServiceName,
		grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(server, alive)
	go func() { _ = server.Serve(listener) }() // until it is stopped
	l.undo = append(l.undo, server.Stop)
	return listener.Addr().String(), nil
}

// frontend has the one operation of Temporal that the api calls for every change.
type frontend struct {
	workflowservice.UnimplementedWorkflowServiceServer
}

// SignalWithStartWorkflowExecution accepts a wake-up.
func (frontend) SignalWithStartWorkflowExecution(context.Context,
	*workflowservice.SignalWithStartWorkflowExecutionRequest) (
	*workflowservice.SignalWithStartWorkflowExecutionResponse, error) {
	return &workflowservice.SignalWithStartWorkflowExecutionResponse{RunId: "none", Started: true}, nil
}

// The frontend's one namespace belongs to whoever claims it: there is nobody else.

func (frontend) DescribeNamespace(context.Context,
	*workflowservice.DescribeNamespaceRequest) (*workflowservice.DescribeNamespaceResponse, error) {
	return &workflowservice.DescribeNamespaceResponse{NamespaceInfo: &namespace.NamespaceInfo{Id: "local"}}, nil
}

func (frontend) DescribeWorkflowExecution(context.Context,
	*workflowservice.DescribeWorkflowExecutionRequest) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	return nil, serviceerror.ToStatus(serviceerror.NewNotFound("it forgets what it was told")).Err()
}

func (f frontend) StartWorkflowExecution(ctx context.Context,
	r *workflowservice.StartWorkflowExecutionRequest) (*workflowservice.StartWorkflowExecutionResponse, error) {
	if r.WorkflowType.GetName() == "Database" {
		return &workflowservice.StartWorkflowExecutionResponse{RunId: "none", Started: true}, nil
	}
	return f.UnimplementedWorkflowServiceServer.StartWorkflowExecution(ctx, r)
}

// GetSystemInfo tells the client that the server has no capabilities beyond that.
func (frontend) GetSystemInfo(context.Context,
	*workflowservice.GetSystemInfoRequest) (*workflowservice.GetSystemInfoResponse, error) {
	return &workflowservice.GetSystemInfoResponse{
		Capabilities: &workflowservice.GetSystemInfoResponse_Capabilities{}}, nil
}

// effects does what rows owe, with the activities that a worker does it with. It has no timers and tries nothing again:
// tests that need either need the workflows.
type effects struct {
	mu     sync.Mutex
	acts   *activities.Activities
	kept   *files.Owned                   // the content of files, nil for none
	forget func(email, name string) error // what the inbox has of a person
}

// farAhead is longer than any row's updated_at can be ahead of the clock.
const farAhead = time.Second

// run returns when no row of the service owes anything at its clock.
func (e *effects) run(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.acts.Store.Clocks(ctx); err != nil {
		return err
	}
	for {
		now := e.acts.Store.Now()
		rows, err := e.acts.Store.Wakes.ClaimOverdue(ctx, now.Add(farAhead), 0, 1000)
		if err != nil {
			return err
		}
		done := 0
		for _, row := range rows {
			n, err := e.do(ctx, row, now)
			if err != nil {
				return fmt.Errorf("%s %s: %w", row.Entity, row.ID, err)
			}
			done += n
		}
		if done == 0 {
			_, err := worker.CarryErasures(ctx, e.acts.Store, e.kept, e.forget)
			return err
		}
	}
}

// do does what one row owes and returns how many effects that were.
func (e *effects) do(ctx context.Context, row models.PendingWake, now time.Time) (done int, err error) {
	load := e.acts.Load
	switch row.Entity {
	case models.EntityInterview:
	case models.EntityInvitation:
		load = e.acts.LoadInvitation
	case models.EntitySignIn:
		load = e.acts.LoadSignIn
	case models.EntityNews:
		load = e.acts.LoadNews
	default:
		return 0, nil // calendars are read in the other lane
	}
	ref := models.Ref{OrgID: row.OrgID, ID: row.ID}
	plan, err := load(ctx, ref, now)
	if err != nil {
		return 0, err
	}
	for _, target := range plan.Targets {
		attempt := e.acts.SendLetters
		switch {
		case row.Entity == models.EntityInvitation:
			attempt = e.acts.SendInvitation
		case row.Entity == models.EntitySignIn:
			attempt = e.acts.SendSignIn
		case row.Entity == models.EntityNews:
			attempt = e.acts.SendNews
		case target.Name == effect.TargetNotetaker:
			attempt = e.acts.KeepNotetaker
		case target.Step != 0:
			return done, errors.New("it owes " + target.Kind + ", whose order the workflow decides: use Start")
		}
		out, err := attempt(ctx, ref, target.Name, now)
		if err != nil {
			return done, err
		}
		done += out.Sent
	}
	return done, nil
}
