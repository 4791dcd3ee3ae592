import type { QueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { showDeletion } from '#web/ui/deletion-toasts.ts'
import { removeProject, restoreDeletedProject } from '../project-queries.ts'

/** Deletes a project at once and offers to undo it (AA-090). False when it failed: the project is back in the list. */
export function deleteWithUndo(queries: QueryClient, project: Project, texts: Texts): Promise<boolean> {
  const text = (id: MessageId) => texts.text(id, { title: project.title })
  return showDeletion(
    { subject: `project ${project.id}`, place: 'top' },
    {
      deleting: removeProject(queries, project),
      restore: () => restoreDeletedProject(queries, project),
      texts: {
        deleted: text('projects.deleted'),
        undo: texts.text('action.undo'),
        restored: text('projects.restored'),
        deleteFailed: text('projects.delete-failed'),
        restoreFailed: text('projects.restore-failed'),
      },
    },
  )
}
