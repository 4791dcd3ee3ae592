import type { Project } from '#contract/projects.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { productLabel } from './project-facts.ts'
import styles from './project-product.module.css'

/** Product of the project; a placeholder while the name of its article is loading. */
export function ProjectProduct({ project }: { project: Project }) {
  const label = productLabel(useTexts(), project, useAssortment())
  return label ?? <Skeleton width={130} height={14} className={styles.loading} />
}

/** Says that the shop no longer has the project's article. */
export function NotInShop({ project }: { project: Project }) {
  const { text } = useTexts()
  if (useAssortment().isVisible(project.articleName) !== false) return null
  return <p className="ui-small ui-warning">{text('merchandise.not-in-shop')}</p>
}
