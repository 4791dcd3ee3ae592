import type { QueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { removeProject, restoreDeletedProject } from '../project-queries.ts'

/** How long the deletion can be undone here. */
const UNDO_MS = 8000

/** Deletes a project at once and offers to undo it (AA-090). False when it failed: the project is back in the list. */
export async function deleteWithUndo(queries: QueryClient, project: Project, texts: Texts): Promise<boolean> {
  const removing = removeProject(queries, project)
  const undo = async () => {
    await removing
    await restoreDeletedProject(queries, project)
    toasts.add({ ...toastOf(project, texts, 'projects.restored'), kind: 'success' })
  }
  toasts.add({
    ...toastOf(project, texts, 'projects.deleted'),
    timeoutMs: UNDO_MS,
    action: {
      label: texts.text('action.undo'),
      isUndo: true,
      onAction: () => void orReport(undo(), project, texts, 'projects.restore-failed'),
    },
  })
  return orReport(removing, project, texts, 'projects.delete-failed')
}

async function orReport(
  work: Promise<void>,
  project: Project,
  texts: Texts,
  id: MessageId,
): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    reportFailure(error)
    toasts.add({ ...toastOf(project, texts, id), kind: 'error' })
    return false
  }
}

/** All toasts about a project replace each other. */
const toastOf = ({ id: project, title }: Project, { text }: Texts, id: MessageId) => ({
  subject: `project ${project}`,
  text: text(id, { title }),
  place: 'top' as const,
})
