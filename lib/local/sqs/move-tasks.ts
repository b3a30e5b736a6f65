import { randomUUID } from 'node:crypto'
import type { Queue } from './declared-queues.ts'
import { invalid, SqsError } from './error.ts'
import type { Queues } from './queues.ts'

interface Task {
  TaskHandle: string
  Status: 'RUNNING' | 'COMPLETED' | 'FAILED'
  SourceArn: string
  DestinationArn?: string
  ApproximateNumberOfMessagesMoved: number
  ApproximateNumberOfMessagesToMove: number
  StartedTimestamp: number
  FailureReason?: string
}
export interface MoveInput {
  DestinationArn?: string
  MaxResults?: number
}

/**
 * StartMessageMoveTask and ListMessageMoveTasks (SQS API reference). A task moves the visible messages of a dead-letter
 * queue at once, and those in flight when they become visible. It fails if the rest came from no queue. Tasks are lost
 * when the process stops.
 */
export function moveTasks(queues: Queues) {
  const tasks = new Map<string, Task[]>()
  const watchers = new Set<Disposable>()
  const of = ({ arn }: Queue) => tasks.get(arn) ?? []

  /** Moves available messages, and ends the task if nothing is in flight. */
  function proceed(task: Task, queue: Queue, destination: Queue | undefined) {
    if (task.Status !== 'RUNNING') return
    task.ApproximateNumberOfMessagesMoved += queues.redrive(queue, destination)
    const { visible, hidden, delayed } = queues.count(queue)
    if (hidden + delayed > 0) return
    task.Status = visible > 0 ? 'FAILED' : 'COMPLETED'
    if (visible > 0) task.FailureReason = 'CouldNotDetermineMessageSource'
  }

  return {
    start(queue: Queue, { DestinationArn }: MoveInput) {
      if (!queues.list.some(({ redrive }) => redrive?.arn === queue.arn))
        throw invalid('Source queue must be configured as a Dead Letter Queue.')
      const destination = queues.list.find(({ arn }) => arn === DestinationArn)
      if (DestinationArn !== undefined && (!destination || !destination.fifo !== !queue.fifo))
        throw new SqsError(
          'ResourceNotFoundException',
          `${DestinationArn} is not a queue of the type of the source.`,
        )
      if (of(queue).some(({ Status }) => Status === 'RUNNING'))
        throw new SqsError('UnsupportedOperation', 'There is already a task running.')
      const { visible, hidden, delayed } = queues.count(queue)
      const task: Task = {
        TaskHandle: randomUUID(),
        Status: 'RUNNING',
        SourceArn: queue.arn,
        ...(DestinationArn !== undefined && { DestinationArn }),
        ApproximateNumberOfMessagesMoved: 0,
        ApproximateNumberOfMessagesToMove: visible + hidden + delayed,
        StartedTimestamp: Date.now(),
      }
      tasks.set(queue.arn, [task, ...of(queue)].slice(0, 10))
      const watcher = queues.watch(queue, () => {
        proceed(task, queue, destination)
        if (task.Status !== 'RUNNING' && watchers.delete(watcher)) watcher[Symbol.dispose]()
      })
      watchers.add(watcher)
      proceed(task, queue, destination)
      return { TaskHandle: task.TaskHandle }
    },
    list(queue: Queue, { MaxResults = 1 }: MoveInput) {
      const Results = of(queue).slice(0, MaxResults)
      // SQS returns the handle only while a task can be cancelled.
      return {
        Results: Results.map(({ TaskHandle, ...task }) =>
          task.Status === 'RUNNING' ? { ...task, TaskHandle } : task,
        ),
      }
    },
    [Symbol.dispose]() {
      for (const watcher of watchers) watcher[Symbol.dispose]()
    },
  }
}
