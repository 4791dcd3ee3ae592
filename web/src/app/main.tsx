import '#web/ui/base.css'
import './app.css'
import { createRoot } from 'react-dom/client'
import { reportUncaught } from '#web/platform/reporting/reporting.ts'
import { start } from './start.tsx'

reportUncaught()
const element = document.getElementById('app')
if (!element) throw new Error('index.html has no #app')
// Not awaited: modules that are loaded meanwhile import from this file, and would wait for the end of its evaluation.
void start(createRoot(element))
