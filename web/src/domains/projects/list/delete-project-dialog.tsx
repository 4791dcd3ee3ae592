import type { Project } from '#contract/projects.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a project is deleted. */
export function DeleteProjectDialog({ project, onConfirm, onCancel }: DeleteProjectDialogProps) {
  const { text } = useTexts()
  return (
    <ConfirmDialog
      title={text('action.delete-named', { title: project.title })}
      danger
      confirmLabel={text('projects.delete')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{text('projects.delete.text')}</p>
    </ConfirmDialog>
  )
}

export interface DeleteProjectDialogProps {
  project: Project
  onConfirm: () => void
  onCancel: () => void
}
