package embedded

import "go.temporal.io/server/common/dynamicconfig"

// tuning is where this server differs from the defaults, which are for clusters that serve many.
var tuning = dynamicconfig.StaticClient{
	// The queue processors of a shard may read their queues 20 times a second: with the one shard of one machine every
	// step waits up to 50 ms for its turn. 1000 takes the limit away; it is reached only while there is work.
	dynamicconfig.TransferProcessorMaxPollRPS.Key():   1000,
	dynamicconfig.TimerProcessorMaxPollRPS.Key():      1000,
	dynamicconfig.VisibilityProcessorMaxPollRPS.Key(): 1000,

	// Partitions spread a task queue over machines; here they only keep tasks from the pollers that wait for them.
	dynamicconfig.MatchingNumTaskqueueReadPartitions.Key():  1,
	dynamicconfig.MatchingNumTaskqueueWritePartitions.Key(): 1,

	// What waits in a task queue is dispatched round robin by the fairness key that workflows and activities carry:
	// their organization (decision 126).
	dynamicconfig.MatchingEnableFairness.Key(): true,

	// Memory. The cache of workflow states would hold 128,000, the one for other clusters 8 MiB, and 2,800 goroutines
	// (512 and 128 of a kind) would wait for tasks that all go through one connection to one file.
	dynamicconfig.HistoryCacheHostLevelMaxSize.Key():                        512,
	dynamicconfig.XDCCacheMaxSizeBytes.Key():                                1 << 16,
	dynamicconfig.TransferProcessorSchedulerWorkerCount.Key():               taskWorkers,
	dynamicconfig.TimerProcessorSchedulerWorkerCount.Key():                  taskWorkers,
	dynamicconfig.MemoryTimerProcessorSchedulerWorkerCount.Key():            taskWorkers,
	dynamicconfig.VisibilityProcessorSchedulerWorkerCount.Key():             taskWorkers,
	dynamicconfig.ArchivalProcessorSchedulerWorkerCount.Key():               1,
	dynamicconfig.ReplicationProcessorSchedulerWorkerCount.Key():            1,
	dynamicconfig.ReplicationLowPriorityProcessorSchedulerWorkerCount.Key(): 1,

	// A page of the web interface asks for several lists and counts at once; 10 a second is soon exceeded.
	dynamicconfig.FrontendMaxNamespaceVisibilityRPSPerInstance.Key(): 100,

	// Nothing calls home.
	dynamicconfig.EnableServerVersionCheck.Key(): false,
}

// taskWorkers is how many tasks of a kind are worked on at a time.
const taskWorkers = 4
