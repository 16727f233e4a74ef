package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/temporal"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	clusterName = "active" // the only cluster; the name is written into the file
	loopback    = "127.0.0.1"

	// of the services: a busy machine's 15 s, which the server gives them by itself, are soon over
	startTimeout = 2 * time.Minute
)

// TemporalOptions say where an embedded Temporal server listens and what it keeps.
type TemporalOptions struct {
	// of the frontend, "IP:port"; "" is loopback, port 0 takes a free one
	Addr string
	// the SQLite file, made when missing with a second one beside it; "": temporary ones, gone after Stop
	File string
	// made when missing, keeping finished workflows for 7 days; "" is "default"
	Namespace        string
	SearchAttributes map[string]enumspb.IndexedValueType // added to the namespace when missing, never taken away
	Logger           *slog.Logger                        // takes warnings and errors; nil is slog.Default()
}

// Temporal is a running Temporal server: frontend, history, matching and the system worker, in this process.
type Temporal struct {
	addr   string
	server temporal.Server
	log    *serverLogger
	temp   string // folder to remove on Stop, "" when the file is the caller's
	once   sync.Once
}

// StartTemporal starts a server and returns when it answers for its namespace. One process at a time may use a file.
//
// A server that was killed and is started again on the same file goes on with its workflows. When the machine loses its
// power, the file may lose the last commits: whoever starts workflows must be able to tell which are missing, and start
// them again. A file of an older server version is brought up to date; one of a newer version is refused.
func StartTemporal(ctx context.Context, o TemporalOptions) (*Temporal, error) {
	if o.Addr == "" {
		o.Addr = net.JoinHostPort(loopback, "0")
	}
	if o.Namespace == "" {
		o.Namespace = "default"
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	t := &Temporal{log: &serverLogger{to: o.Logger, stopping: new(atomic.Bool)}}
	if err := t.start(ctx, o); err != nil {
		t.Stop()
		return nil, fmt.Errorf("start temporal server: %w", err)
	}
	return t, nil
}

// Addr returns the frontend's "host:port" as a client on this machine dials it.
func (t *Temporal) Addr() string { return t.addr }

// Stop ends the server and returns when it has ended, after about a second. Workflows go on at the next start.
func (t *Temporal) Stop() {
	t.once.Do(func() {
		t.log.stopping.Store(true)
		if t.server != nil {
			_ = t.server.Stop() // its one error is a time-out, and the process is about to end
		}
		if t.temp != "" {
			_ = os.RemoveAll(t.temp)
		}
	})
}

func (t *Temporal) start(ctx context.Context, o TemporalOptions) error {
	s, err := t.openStores(ctx, o)
	if err != nil {
		return err
	}
	if err := ensureNamespace(ctx, s[executions].SQL, o.Namespace, o.SearchAttributes); err != nil {
		return err
	}
	ports, err := freePorts(o.Addr)
	if err != nil {
		return err
	}
	t.addr = ports.client()
	if t.server, err = temporal.NewServer(
		temporal.WithConfig(serverConfig(ports, s)),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(ports.hosts()),
		temporal.WithDynamicConfigClient(tuning),
		temporal.WithLogger(t.log),
	); err != nil {
		return err
	}
	if err := t.server.Start(); err != nil {
		return err
	}
	return t.awaitReady(ctx, o.Namespace)
}

func (t *Temporal) openStores(ctx context.Context, o TemporalOptions) (stores, error) {
	file, durable := o.File, true
	if file == "" {
		dir, err := os.MkdirTemp("", "litmus-temporal-")
		if err != nil {
			return nil, err
		}
		t.temp = dir
		file, durable = filepath.Join(dir, "temporal.db"), false
	}
	return openStores(ctx, file, durable)
}

// awaitReady waits until the frontend listens and knows the namespace.
func (t *Temporal) awaitReady(ctx context.Context, namespace string) error {
	conn, err := grpc.NewClient("passthrough:///"+t.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = workflowservice.NewWorkflowServiceClient(conn).DescribeNamespace(ctx,
		&workflowservice.DescribeNamespaceRequest{Namespace: namespace}, grpc.WaitForReady(true))
	return err
}

// serverConfig is one process with all services, each on its own port and, the frontend apart, on loopback.
func serverConfig(p ports, s stores) *config.Config {
	c := &config.Config{
		Global: config.Global{Membership: config.Membership{
			BroadcastAddress: loopback,
			// nobody joins anything, but the server makes of it the time that its services have to start
			MaxJoinDuration: startTimeout / 2,
		}},
		Persistence: config.Persistence{
			DefaultStore:     executions,
			VisibilityStore:  visibility,
			NumHistoryShards: 1, // one writer anyway; it can never be changed for a file
			DataStores:       s,
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{
				clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: p.client()},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: p.client()},
		Services:            map[string]config.Service{},
	}
	c.Archival.History.State = config.ArchivalDisabled
	c.Archival.Visibility.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.History.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.Visibility.State = config.ArchivalDisabled
	for name, a := range p {
		c.Services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: a.Port, BindOnIP: a.IP.String()}}
	}
	return c
}

// ports holds the address of each service.
type ports map[primitives.ServiceName]*net.TCPAddr

// freePorts finds a free port for every service, the frontend's on addr. They are free when it returns, and all are
// held until then so that none is found twice. The server binds them a moment later, and ends the process when it
// cannot: so a port that nobody asked for by number is neither one that the system hands out to others meanwhile, nor
// one that another server which starts at the same time looks at.
func freePorts(addr string) (ports, error) {
	p := ports{}
	for _, s := range temporal.DefaultServices {
		at := net.JoinHostPort(loopback, "0")
		if name := primitives.ServiceName(s); name == primitives.FrontendService {
			at = addr
		}
		l, err := listen(at)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		p[primitives.ServiceName(s)] = l.Addr().(*net.TCPAddr)
	}
	return p, nil
}

// Ports below those that systems give to outgoing connections and to listeners without a number (RFC 6335: 49152 and
// up; Linux: 32768 and up).
const lowestPort, highestPort = 20000, 29999

// Each process looks for its ports from a place of its own in that range, and at none twice.
const portsPerProcess = 16

var portsLookedAt atomic.Int64

// listen listens on addr; for port 0 on a port of our own range, else whichever is free.
func listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port != "0" {
		return net.Listen("tcp", addr)
	}
	for range 50 {
		candidate := lowestPort + (os.Getpid()*portsPerProcess+int(portsLookedAt.Add(1)))%(highestPort-lowestPort+1)
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(candidate))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", addr)
}

// client is where the frontend is reached from this machine, whichever address it listens on.
func (p ports) client() string {
	a := *p[primitives.FrontendService]
	if a.IP.IsUnspecified() {
		a.IP = net.ParseIP(loopback)
	}
	return a.String()
}

func (p ports) hosts() map[primitives.ServiceName]static.Hosts {
	h := map[primitives.ServiceName]static.Hosts{}
	for name, a := range p {
		h[name] = static.SingleLocalHost(a.String())
	}
	h[primitives.FrontendService] = static.SingleLocalHost(p.client())
	return h
}
