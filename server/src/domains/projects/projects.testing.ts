import type { RetailerProject } from '#contract/retailer-projects.ts'

/** Returns a project as the retailer sends it, last changed at that instant. */
export function projectForTests(
  updatedAt: Date | string,
  more: Partial<RetailerProject> = {},
): RetailerProject {
  return {
    version: 1,
    title: 'Amsterdam weekend',
    articleName: 'Photo book',
    pageCount: 36,
    editorUrl: 'https://www.keepsake.example/editor/1',
    createdAt: '2026-01-02T10:00:00.000Z',
    updatedAt: new Date(updatedAt).toISOString(),
    ...more,
  }
}
