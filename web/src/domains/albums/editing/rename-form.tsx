import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { Draft } from '#web/platform/forms/drafts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { InlineTextField } from '#web/ui/form/inline-text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './album-name.module.css'
import { useAlbumForm } from './use-album-form.ts'

/**
 * Inline editor of an album's name, which stays the page's heading. Loaded on demand, with React Aria and the
 * schema.
 */
export function RenameForm({ name, draft, onSave, onCancel }: RenameFormProps) {
  const { text } = useTexts()
  const form = useAlbumForm(async newName => onSave(newName), { stored: { name }, draft })
  return (
    <>
      <h1>
        <VisuallyHidden>{name}</VisuallyHidden>
      </h1>
      <Form className={styles.form} form={form} onEscape={onCancel}>
        <InlineTextField
          name="name"
          label={text('albums.name')}
          placeholder={text('albums.name.placeholder')}
          defaultValue={name}
          buttons={
            <>
              <IconButton type="submit" icon={Check} label={text('albums.rename.save')} />
              <IconButton icon={X} label={text('action.cancel')} onClick={onCancel} />
            </>
          }
        />
      </Form>
    </>
  )
}

export interface RenameFormProps {
  /** As stored now. */
  name: string
  draft: Draft
  onSave: (name: string) => void
  onCancel: () => void
}
