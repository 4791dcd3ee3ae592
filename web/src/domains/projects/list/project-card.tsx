import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { ProjectExpiry } from '../project-expiry.tsx'
import { changeLabel } from '../project-facts.ts'
import { ProjectPicture } from '../project-picture.tsx'
import { NotInShop, ProjectProduct } from '../project-product.tsx'
import { useContinue } from '../use-continue.ts'
import styles from './project-card.module.css'

const DeleteProjectDialog = lazyComponent(() =>
  import('./delete-project-dialog.tsx').then(({ DeleteProjectDialog }) => DeleteProjectDialog),
)

/** A saved project with its actions: continue in the editor, and delete. */
export function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const texts = useTexts()
  const { text } = texts
  const onContinue = useContinue()
  const [isAsking, setAsking] = useState(false)
  const { title } = project
  const editor = toSafeLink(project.editorUrl)
  return (
    <li className={styles.card}>
      <ProjectPicture project={project} />
      <div className={styles.facts}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.product}>
          <ProjectProduct project={project} />
          <span className={styles.changed}> · {changeLabel(texts, project, Date.now())}</span>
        </p>
        <ProjectExpiry project={project} />
        <NotInShop project={project} />
      </div>
      <div className={styles.actions}>
        {editor && (
          <a
            href={editor}
            onClick={onContinue}
            rel="noreferrer"
            className={buttonClass('quiet', 'small')}
            aria-label={text('projects.continue.name', { title })}
          >
            {text('action.continue')}
          </a>
        )}
        <MenuTrigger
          icon={Ellipsis}
          label={text('projects.actions', { title })}
          items={[
            {
              id: 'delete',
              label: text('action.delete'),
              icon: Trash2,
              danger: true,
              onAction: () => setAsking(true),
            },
          ]}
        />
      </div>
      {isAsking && (
        <DeleteProjectDialog
          project={project}
          onConfirm={() => {
            setAsking(false)
            onDelete()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
