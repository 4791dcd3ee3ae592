// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TabList } from './tab-list.tsx'

test('PL-039 tabs of a dialog are selected by press, arrows, Home and End', () => {
  function Example() {
    const [selected, setSelected] = useState('device')
    const tabs = ['device', 'phone', 'cloud'].map(id => ({ id, label: id }))
    return (
      <TabList label="Source" idPrefix="source" tabs={tabs} selected={selected} onSelect={setSelected}>
        panel of {selected}
      </TabList>
    )
  }
  render(<Example />)
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key })
  fireEvent.click(screen.getByRole('tab', { name: 'phone' }))
  expect([chosen(), screen.getByRole('tabpanel').textContent]).toEqual(['phone', 'panel of phone'])
  press('ArrowRight')
  press('ArrowRight')
  expect(chosen()).toBe('device')
  press('End')
  expect(document.activeElement?.textContent).toBe('cloud')
  press('Home')
  press('ArrowLeft')
  expect(chosen()).toBe('cloud')
})
